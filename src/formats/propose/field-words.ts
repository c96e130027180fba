/** What words in a name say of the field that it may hold, in eight languages. */

/** Where a name stands: those of the objects around it, and its own. */
type Path = readonly string[];

/**
 * The fields that are proposed for names that nothing is known of, times first: by their values they are told apart
 * best.
 */
export const PROPOSED = ['start', 'end', 'allDay', 'title', 'location', 'description', 'category'] as const;

export type Proposed = (typeof PROPOSED)[number];

/** Times that a record has beside the event's own, in whatever form of the word: when it was made, sold, or is due. */
const OTHER_TIMES =
  /creat|updat|modif|chang|order|regist|publi|pub_?date|delet|book|sale|deadline|expir|stamp|erstell|änder|aender|gebucht|buchung|bestell|anmeld|angelegt|veröff/;

/**
 * English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, as Outlook and spreadsheets have them.
 * Behind those that say it are those that may.
 */
const NAMES: Readonly<Record<Proposed, readonly RegExp[]>> = {
  title: [
    /^(titl|titel|titre|título|titulo|titolo|tytuł|subject|name|summary|betreff|objet|asunto|assunto|oggetto|onderwerp|temat)|name$/,
    /^(what|event|veranstaltung)|^(text|label)$/,
  ],
  start: [
    /^(start|begin|dtstart|inicio|início|début|debut|inizio|anfang|comienzo|rozpoczęci)|^(from|von|ab|od)$/,
    /^(date|datum|fecha|when|wann|time)|(date|datum)$|^(day|tag|jour|data|am)$/,
  ],
  end: [
    /^end(?!o)|^(event|dt|date)end|^(finish|einde|eind|schluss|stop|finaliza|zakończeni|término|termino)|^(fin|fine|fim|koniec|until|till|to|bis|hasta|tot|do)$/,
  ],
  allDay: [
    /^(allday|wholeday|fullday|isallday|ganzt(?:a|ä|ae)g|journ[eé]e|todoeld[ií]a|heledag|heldag|duurthele|giornataintera|tuttoilgiorno|(eventode)?(o)?diainteiro|(wydarzenie)?całodzienn)/,
  ],
  location: [
    /^(ort|veranstaltungsort|raum|saal|treffpunkt|lieu|salle|emplacement|lugar|ubicación|ubicacion|luogo|sede|sala|plaats|locatie|plats|local|localização|localizacao|lokalizacja|miejsce)$/,
  ],
  description: [
    /^(event)?(descriptions?|details|body|beschreibung|veranstaltungsbeschreibung|descripción|descripcion|descrizione|beschrijving|omschrijving|descrição|descricao|opis)$/,
    /^(notes?|notizen|bemerkung(en)?|remarques?|notas|note|notities|uwagi)$/,
  ],
  category: [
    /^(event)?(categor(y|ies)|kategorien?|catégories?|categor[ií]as?|categorie|categorieën|categorieen|kategori[ae])$/,
    /^(rubrik|thema|rubrique|thème)$/,
  ],
};

/** Fields whose column has no other words in its name: `body`, but not the `Preview` of one. */
export const WHOLE_NAMES: ReadonlySet<Proposed> = new Set(['allDay', 'description', 'category']);

/** What programs call the text that an object is about, the likeliest first: `{"description":{"text":…}}`. */
export const TEXT_MEMBERS = [
  'name',
  'displayName',
  'title',
  'rendered',
  'text',
  'plain_text',
  'value',
  'content',
] as const;

/** `Event Start-Date`, `eventStartDate` and `EVENT_START_DATE` are three words each. */
export function wordsOf(path: Path): string[] {
  const spaced = path.join(' ').replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether it is the time of something else than the event. */
export function isOtherTime(path: Path): boolean {
  return OTHER_TIMES.test(path.join(' ').toLowerCase());
}

/** How surely the words of a name say a field: 0 those that say it, 1 those that may; `undefined` where none does. */
export function wordRank(field: Proposed, path: Path): number | undefined {
  const words = WHOLE_NAMES.has(field) ? [wordsOf(named(field, path)).join('')] : wordsOf(path);
  const found = NAMES[field].findIndex((names) => words.some((word) => names.test(word)));
  return found === -1 ? undefined : found;
}

/** What names a text: of the text in an object the object does. */
export function named(field: Proposed, path: Path): Path {
  if (field === 'allDay') return path;
  const isInside = path.length > 1 && TEXT_MEMBERS.some((name) => name === path.at(-1));
  return path.slice(isInside ? -2 : -1).slice(0, 1);
}
