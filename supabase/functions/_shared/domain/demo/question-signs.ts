import { stems, type ColumnGroup } from './table-words.ts';

/** The calculation or list that a question requests. */
export type Operation =
  | 'columns'
  | 'count'
  | 'different'
  | 'sum'
  | 'mean'
  | 'highest'
  | 'lowest'
  | 'most'
  | 'fewest'
  | 'list';

/** The words of each operation; the first that a question has is the one that it requests. */
export const OPERATIONS: readonly (readonly [Operation, RegExp])[] = [
  ['count', /\b(?:how many|count|number of)\b/],
  ['mean', /\b(?:average|mean)\b/],
  [
    'highest',
    /\b(?:highest|largest|biggest|maximum|max|most expensive|longest|furthest|farthest)\b/,
  ],
  ['lowest', /\b(?:lowest|smallest|minimum|min|cheapest|least expensive|shortest)\b/],
  ['most', /\b(?:most|greatest)\b/],
  ['fewest', /\b(?:fewest|least)\b/],
  [
    'sum',
    /\b(?:totals?|sums?|add up|altogether|combined|how much|how long|how far)\b|\bwhat (?:did|do|does|have|has)\b.*\b(?:spend|spent|costs?|pay|paid)\b(?!.* on\W*$)/,
  ],
  ['columns', /\b(?:columns?|fields|headings?)\b/],
];
/** The words after which a question names the column to group by. */
export const GROUP = new Set(['per', 'by', 'each', 'every']);
/** The words after which a question names the column that it is about. */
export const ASKING = new Set(stems('which what many different distinct count whose of'));
/** Matches a question for the person who decides, whom only a column such as “Approved by” names. */
export const DECIDES = /\bwho (?:approve|authori[sz]e|cancel|confirm|decline|reject)/;
/** Matches questions about things as such, not about the events in a table. */
export const NO_EVENT = [
  /^(?:what|who) (?:is|are) an? /i,
  /^what\b.*\bfor\W*$/i,
  /^what do(?:es)? .*\bdo\W*$/i,
  /\bhow (?:long|far) (?:is|are)\b/i,
  /\b(?:how (?:much|many) (?:is|are|do|does)|what do(?:es)?) an? /i,
  /\bhow often (?:is|are|do|does|should)\b/i,
  /\bin an? (?:hour|day|week|month|year)\b/i,
];
/** The columns that answer a question word, by its stem. */
export const QUESTION_WORDS: ReadonlyMap<string, readonly ColumnGroup[]> = new Map([
  ['who', ['who', 'participant']],
  ['wher', ['where']],
  ['when', []],
  ['why', ['reason']],
]);
/** Words that only a column of this kind answers. */
export const STRICT_SIGNS: readonly (readonly [RegExp, readonly ColumnGroup[]])[] = [
  [/\b(?:expensive|cheapest|spend|spent|costs?|paid)\b/, ['money']],
  [/\bhow long\b/, ['hours']],
  [/\b(?:longest|shortest)\b/, ['hours', 'distance']],
  [/\b(?:how far|furthest|farthest)\b/, ['distance']],
];
/** Words that mean a column of this kind if there are several. */
export const MEASURE_SIGNS: readonly (readonly [RegExp, ColumnGroup])[] = [
  [/\bhow much\b/, 'money'],
  [/\b(?:worked|works?)\b/, 'hours'],
  [/\b(?:drove|drive|driven)\b/, 'distance'],
];
/** The words for rows of any table. */
export const ROWS = /\b(?:rows?|entries|lines|records)\b/;
/** A request for a list, unless it is a short one such as “Swap requests?” */
export const LIST =
  /\b(?:which|what|who|whose|where|when|why|list|show|find|any|does|do|did|is|are|was|were|has|have)\b/;
/** A question of at most this many words is short. */
export const SHORT_QUESTION = 6;
