/** What Outlook exports in its user's language: each column is proposed, and what is proposed takes the file. */
import type { Field } from '../../src/event/fields';
import { map, taken } from './taken';

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  German: [
    'Betreff',
    'Beginnt am',
    'Beginnt um',
    'Endet am',
    'Endet um',
    'Ganztägiges Ereignis',
    'Kategorien',
    'Beschreibung',
    'Ort',
  ],
  French: [
    'Objet',
    'Début',
    'Début',
    'Fin',
    'Fin',
    'Journée entière',
    'Catégories',
    'Description',
    'Emplacement',
  ],
  Spanish: [
    'Asunto',
    'Fecha de comienzo',
    'Comienzo',
    'Fecha de finalización',
    'Finalización',
    'Todo el día',
    'Categorías',
    'Descripción',
    'Ubicación',
  ],
  Italian: [
    'Oggetto',
    'Data inizio',
    'Ora inizio',
    'Data fine',
    'Ora fine',
    'Giornata intera',
    'Categorie',
    'Descrizione',
    'Luogo',
  ],
  Dutch: [
    'Onderwerp',
    'Begindatum',
    'Begintijd',
    'Einddatum',
    'Eindtijd',
    'Duurt hele dag',
    'Categorieën',
    'Beschrijving',
    'Locatie',
  ],
  Portuguese: [
    'Assunto',
    'Data de início',
    'Hora de início',
    'Data de término',
    'Hora de término',
    'O dia inteiro',
    'Categorias',
    'Descrição',
    'Local',
  ],
  Polish: [
    'Temat',
    'Data rozpoczęcia',
    'Czas rozpoczęcia',
    'Data zakończenia',
    'Czas zakończenia',
    'Wydarzenie całodzienne',
    'Kategorie',
    'Opis',
    'Lokalizacja',
  ],
};

const YES: Readonly<Record<string, string>> = {
  German: 'Ein',
  French: 'Vrai',
  Spanish: 'Verdadero',
  Italian: 'Vero',
  Dutch: 'Waar',
  Portuguese: 'Verdadeiro',
  Polish: 'Prawda',
};

const cells = (values: readonly string[]) => values.map((value) => `"${value}"`).join(',');

/** The options that a refusal names, as a shell would hand them over. */
function proposedIn(sentence: string): (readonly [Field, string])[] {
  const options = sentence.split('tell which it is: ')[1] ?? '';
  return [...options.matchAll(/--map (?:'([^']+)'|(\S+?))(?=\.?(?: |$))/g)].map(([, quoted, bare]) => {
    const [field = '', name = ''] = (quoted ?? bare ?? '').split('=');
    return [field as Field, name] as const; // as the program read it
  });
}

test.each(Object.keys(HEADERS))('%s', async (language) => {
  const file = [
    cells(HEADERS[language] ?? []),
    cells(['A', '02/03/2026', '09:00:00', '02/03/2026', '10:30:00', '0', 'Work', 'why', 'Room 1']),
    cells(['B', '13/04/2026', '00:00:00', '18/04/2026', '00:00:00', YES[language] ?? '', '', '', '']),
    '',
  ].join('\r\n');
  const refusal = await taken('a.csv', file, {}).then(
    () => 'it was imported',
    ({ message }: Error) => message,
  );
  const { events, times } = await taken('a.csv', file, map(...proposedIn(refusal)));
  expect(times).toEqual([
    ['A', '2026-03-02T09:00', '2026-03-02T10:30'],
    ['B', '2026-04-13', '2026-04-18'],
  ]);
  expect(events[0]).toMatchObject({ category: 'Work', description: 'why', location: 'Room 1', extra: {} });
});
