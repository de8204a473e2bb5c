import { plain } from './plain-words.ts';

/** A date as far as a text states it. Months and days are 1-based, weekdays start with Sunday as 0. */
export interface PartialDate {
  day?: number;
  month?: number;
  year?: number;
  weekdays?: readonly number[];
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');
const WEEKDAY =
  'sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?';
/** Abbreviations that are words of their own are weekdays in a cell only. */
const ASKED_WEEKDAY =
  'sunday|mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|saturday';
const ISO = '(?<isoYear>\\d{4})-(?<isoMonth>\\d{1,2})-(?<isoDay>\\d{1,2})';
const SLASHES =
  '(?<first>\\d{1,2})(?:/(?<second>\\d{1,2})(?:/(?<slashYear>\\d{4}|\\d{2}))?|[.-](?<second2>\\d{1,2})[.-](?<slashYear2>\\d{4}|\\d{2}))';
const NAMED = `(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]*(?<month>${MONTH})\\.?(?:,?[ -]*(?<year>\\d{4}|(?<=-)\\d{2}))?`;
const AMERICAN = `(?<month2>${MONTH})\\.? (?<day2>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year2>\\d{4}))?`;
const DATE = `(?:${ISO}|${SLASHES}|${NAMED}|${AMERICAN})`;
const CELL = new RegExp(
  `^(?:(?<weekday>${WEEKDAY})[.,]*\\s*)?(?:${DATE}(?:[t ,]+\\d{1,2}[:.]\\d{2}.*)?)?$`,
);
const ASKED = new RegExp(
  `(?<![\\d/.-])(?:(?:the )?(?:(?:${WEEKDAY}),? )?(?:the )?${DATE}|(?<weekday>${ASKED_WEEKDAY})s?|(?<weekend>weekends?)|(?<=\\b(?:in|during|for|of|from|since|before|after) )(?<month3>${MONTH})(?: (?<year3>\\d{4}))?|(?<year4>20\\d\\d))(?![\\w/-])`,
  'g',
);

/** Parses a cell that is a date; returns undefined for any other text. */
export function cellDateParts(cell: string, isMonthFirst = false): PartialDate | undefined {
  const text = plain(cell);
  if (text === '' || text.length > 60) return undefined;
  const groups = CELL.exec(text)?.groups;
  return groups && dateOf(groups, isMonthFirst);
}

/** Returns true if a date in the cells of a column has the month before the day, such as 12/31/2026. */
export function isMonthFirst(cells: readonly string[]): boolean {
  return cells.some((cell) => {
    const [, second] = /^\d{1,2}\/(\d{1,2})\/\d{2,4}\b/.exec(cell.trim()) ?? [];
    return Number(second) > 12;
  });
}

/**
 * Finds the dates of a question, which must be plain text. Replaces each in the text that it returns.
 * @param isName returns true for a text that names a column, such as “Monday”
 */
export function extractDates(
  question: string,
  isName: (text: string) => boolean,
  replacement: (index: number) => string,
): { text: string; dates: { date: PartialDate; phrase: string }[] } {
  const dates: { date: PartialDate; phrase: string }[] = [];
  const text = question.replaceAll(ASKED, (phrase: string, ...more: unknown[]) => {
    const groups = more.at(-1) as Record<string, string | undefined>;
    const date = isName(phrase) ? undefined : dateOf(groups, false);
    if (!date) return phrase;
    dates.push({ date, phrase: phrase.replace(/^the /, '') });
    return ` ${replacement(dates.length - 1)} `;
  });
  return { text, dates };
}

/** Returns true if a date has everything that a question states about it. */
export function isSameDate(asked: PartialDate, cell: PartialDate): boolean {
  if (asked.weekdays) {
    const own = cell.weekdays ?? weekdaysOf(cell);
    return own !== undefined && own.some((day) => asked.weekdays?.includes(day));
  }
  return (['day', 'month', 'year'] as const).every(
    (part) =>
      asked[part] === undefined ||
      asked[part] === cell[part] ||
      (part === 'year' && cell.year === undefined && cell.day !== undefined),
  );
}

/** Compares a cell with a date of a question; returns undefined if their order is unknown. */
export function compareDates(cell: PartialDate, asked: PartialDate): number | undefined {
  const year = asked.year ?? cell.year ?? 0;
  const [a, b] = [
    { year: cell.year ?? year, month: cell.month, day: cell.day },
    { year, month: asked.month, day: asked.day },
  ];
  if (a.month === undefined || a.day === undefined || b.month === undefined) return undefined;
  if (b.day === undefined) return a.year - b.year || a.month - b.month;
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

function dateOf(
  groups: Record<string, string | undefined>,
  isMonthBeforeDay: boolean,
): PartialDate | undefined {
  if (groups['weekend'] !== undefined) return { weekdays: [6, 0] };
  const pick = (...names: string[]) => names.map((name) => groups[name]).find(Boolean);
  const second = pick('second', 'second2');
  const [slashDay, slashMonth] = isMonthBeforeDay
    ? [second, groups['first']]
    : [groups['first'], second];
  const monthName = pick('month', 'month2', 'month3');
  const day = Number(pick('day', 'day2', 'isoDay') ?? slashDay);
  const month = monthName
    ? MONTHS.indexOf(monthName.slice(0, 3)) + 1
    : Number(groups['isoMonth'] ?? slashMonth);
  const shortYear = pick('year', 'year2', 'year3', 'year4', 'isoYear', 'slashYear', 'slashYear2');
  const year = Number(shortYear) + (shortYear?.length === 2 ? 2000 : 0);
  const weekday = groups['weekday'];
  if (day > 31 || day < 1 || month > 12 || month < 1) return undefined;
  const date: PartialDate = {
    ...(!Number.isNaN(day) && { day }),
    ...(!Number.isNaN(month) && { month }),
    ...(!Number.isNaN(year) && { year }),
    ...(weekday !== undefined && { weekdays: [WEEKDAYS.indexOf(weekday.slice(0, 3))] }),
  };
  return Object.keys(date).length > 0 ? date : undefined;
}

/** Returns the date column that a question means: the one that it names, or the one of the events themselves. */
export function dateColumn<C extends DateColumn>(
  columns: readonly C[],
  words: readonly string[],
  isByWeekday: boolean,
): C | undefined {
  const dates = columns.filter(
    ({ kind, hasDays }) => kind === 'date' && (isByWeekday || hasDays === true),
  );
  const own = (column: C) => column.stems.filter((word) => !DATE_WORDS.has(word));
  return (
    dates.find((column) => own(column).some((word) => words.includes(word))) ??
    dates.find((column) => own(column).length === 0)
  );
}

interface DateColumn {
  kind: string;
  stems: readonly string[];
  hasDays?: boolean;
}

const DATE_WORDS = new Set(['date', 'day', 'on', 'of', 'the']);

function weekdaysOf({ year, month, day }: PartialDate): number[] | undefined {
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : [new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
}
