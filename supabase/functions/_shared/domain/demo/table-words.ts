import { plain } from './plain-words.ts';

/** Past tenses that have another stem, by the form that a table has. */
const IRREGULAR: Readonly<Record<string, string>> = {
  gave: 'given',
  give: 'given',
  gives: 'given',
  giving: 'given',
  drove: 'drive',
  driven: 'drive',
  spent: 'spend',
  bought: 'buy',
  came: 'come',
  took: 'take',
  taken: 'take',
  km: 'kilometre',
  kms: 'kilometre',
};

/** Returns the words of a text, each reduced to its stem: singular, and without the endings of verbs. */
export function stems(text: string): string[] {
  return plain(text)
    .replaceAll('’', "'")
    .replaceAll(/'s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(stem);
}

function stem(word: string): string {
  const form = IRREGULAR[word] ?? word;
  if (form.length <= 3) return form;
  return form
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<=[^sui])s$/, '')
    .replace(/(?<=\w{3})(?:ing|ed)$/, '')
    .replace(/(?<=\w{4})e$/, '');
}

function stemSet(words: string): ReadonlySet<string> {
  return new Set(stems(words));
}

/** Words that say nothing about which rows a question means. */
export const FILLER_WORDS = stemSet(
  'a all also an and any anything are as at attached be been by column contains different distinct did do does each entry every ' +
    'excel field file for from get gets got had has have having heading in is it line list me number of on or our per ' +
    'please record row sheet show spreadsheet still tab table tell that the their them there these they this those to ' +
    'us value was we were what when where which who whose why with work workbook would',
);

/** Words for the calculation itself. */
export const CALCULATION_WORDS = stemSet(
  'add altogether average biggest cheapest combined count expensive far farthest fewest furthest greatest highest how largest ' +
    'least long longest lowest many max maximum mean min minimum most much shortest smallest sum together total up',
);

/** Words that negate the next condition. */
export const NEGATIONS = stemSet('no not without never');

/** Words for the same kind of column. A word matches a column whose name has another one of its group. */
export const COLUMN_GROUPS = {
  who: stemSet(
    'worker staff employee name person people driver carer volunteer member nurse colleague assigned everyone anyone anybody someone',
  ),
  participant: stemSet('participant client resident attendee customer'),
  where: stemSet('house home place location site'),
  address: stemSet('address'),
  attendance: stemSet('attend come present'),
  when: stemSet('date day'),
  money: stemSet('amount cost price spend paid pay dollar money expense fee'),
  hours: stemSet('hour duration length'),
  distance: stemSet('kilometre distance mileage'),
  medicine: stemSet('medicine medication drug'),
  phone: stemSet('phone mobile telephone'),
  vehicle: stemSet('vehicle car van'),
  reason: stemSet('reason cause'),
} as const;

export type ColumnGroup = keyof typeof COLUMN_GROUPS;

/** Words for a row, or for its events, in a table whose title or columns have these words. */
const EVENT_WORDS: readonly (readonly [ReadonlySet<string>, RegExp])[] = [
  [
    stemSet('shift roster rostered scheduled booked'),
    /roster|rota\b|timesheet|schedule|shift|\bstart\b.*\b(?:finish|end)\b/,
  ],
  [
    stemSet('trip drive travel journey make made'),
    /fleet|vehicle|driver|trip|mileage|kilomet|\bkms?\b/,
  ],
  [
    stemSet('expense claim purchase item bill invoice payment spend cost pay paid buy dollar'),
    /expense|receipt|claim|cost|amount|spend|spent|purchase|budget|invoice|price/,
  ],
  [stemSet('dose medicine medication'), /medic|\bdose|drug/],
  [stemSet('session attend'), /attend|session/],
  [stemSet('visit appointment'), /visit|appointment/],
  [stemSet('leave absence holiday take'), /\bleave\b|absence/],
  [stemSet('task do done'), /\btask|checklist|chore/],
];
const ROW_WORDS = stemSet('entry line record row');

/** Returns the words that mean a row of a table with this title and these columns. */
export function eventWords(about: string): ReadonlySet<string> {
  const text = plain(about);
  return new Set([
    ...ROW_WORDS,
    ...EVENT_WORDS.flatMap(([words, sign]) => (sign.test(text) ? [...words] : [])),
  ]);
}
