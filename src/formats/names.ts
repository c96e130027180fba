import type { Field } from './event-fields';

/**
 * Maps each field to its names in files, the likeliest first: English names, and names that programs write. Case,
 * spaces, dashes and underscores are ignored. `A+B` is a date in one column and its time of day in another.
 */
const NAMES: Readonly<Record<Field, string>> = {
  id: 'id EventID',
  uid: 'uid GUID UUID iCalUID',
  title: 'title Subject Name Summary EventTitle EventName',
  description: 'description Desc Details Notes Body EventDescription',
  location: 'location Where Place Venue EventLocation',
  url: 'url Link Website WebPage Href EventURL',
  category: 'category Categories EventCategory EventType',
  start:
    'start StartDate+StartTime StartDate BeginDate+BeginTime BeginDate EventDate+EventTime EventDate+StartTime EventDate+Time EventDate+From EventDate+Begin EventDate Date+StartTime Date+Time Date+From Date+Begin Date Starts StartDateTime StartsAt DTSTART Begin Begins EventStart From StartTime',
  end: 'end EndDate+EndTime EndDate Ends EndDateTime EndsAt DTEND Finish Until EventEnd To EndTime',
  allDay: 'allDay AllDayEvent fAllDayEvent IsAllDay IsAllDayEvent WholeDay IsWholeDay',
};

/** Returns the names by which an import finds a field, the likeliest first. `A+B` is a date and its time of day. */
export function knownNames(field: Field): readonly string[] {
  return NAMES[field].split(' ');
}

/** These names may also mean other things, such as places. They name a time only if a value is a time. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(['from', 'to', 'until', 'begin', 'finish']);

/** Returns a name for comparison: `Start Date`, `start_date` and `StartDate` are the same name. */
export function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

const ZONE = /^(start|event)?(timezone|tz)(id|name)?$/;

/** Returns true if the name of a column says that its values are time zones. */
export function isZoneName(name: string): boolean {
  return ZONE.test(name.toLowerCase().replace(/[^a-z]/g, ''));
}

/** Says what a word in a column's name means: a field, another property of the event, or nothing (`filler`). */
export type WordRole = Field | 'duration' | 'name' | 'time' | 'filler';

/**
 * Maps each role to the words that `format` knows in addition to those of `import`: English, German, French, Spanish,
 * Italian and Dutch words that services and spreadsheets use, without accents, the likeliest first. If several roles
 * have a word, the first role is used.
 */
export const INFERRED_WORDS: Readonly<Record<WordRole, string>> = {
  name: 'name names nom nombre nome naam',
  time: 'time when date datetime eventdate day utc local datum uhrzeit zeit zeitpunkt tag am um jour heure le fecha hora dia data ora giorno tijd uur',
  id: 'key nr no num number nummer numero',
  uid: '',
  title: 'titel titre titulo titolo betreff objet asunto oggetto onderwerp bezeichnung caption',
  description:
    'remark remarks beschreibung bemerkung bemerkungen notiz notizen inhalt note content remarque remarques descripcion notas descrizione omschrijving beschrijving',
  location:
    'ort raum saal room hall treffpunkt lieu salle emplacement lugar ubicacion sala luogo sede plaats locatie zaal',
  url: 'web webseite homepage lien enlace',
  category:
    'kategorie kategorien rubrik categorie categoria categorias categorieen type kind class art genre tipo soort',
  start:
    'beginn beginnt startet anfang anfangs von ab debut du inicio comienzo comienza desde inizio dal aanvang van vanaf',
  end: 'stop ende endet schluss bis fin au fine al finaliza termina hasta einde eind tot',
  allDay:
    'ganztag ganztags ganztages ganztagig ganztaegig ganztagiges ganztaegiges fullday journeeentiere toutelajournee todoeldia diacompleto tuttoilgiorno giornataintera heledag',
  duration: 'duration length dauer duree duracion durata duur',
  filler:
    'event events veranstaltung veranstaltungs termin ereignis ereignisses evenement evento afspraak calendar dt dat dtm ts str txt mem int lng byt bol bln is f de di of the display value text extended props properties fields attributes node item entry resource ticks unix epoch timestamp hours stunden minutes minuten min seconds sekunden ms total',
};
