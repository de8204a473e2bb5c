import type { TableRow } from '../extract/extracted-file.ts';
import {
  ASKING,
  DECIDES,
  GROUP,
  LIST,
  MEASURE_SIGNS,
  OPERATIONS,
  QUESTION_WORDS,
  ROWS,
  SHORT_QUESTION,
  STRICT_SIGNS,
  type Operation,
} from './question-signs.ts';
import type { Column } from './table-columns.ts';
import { dateColumn } from './table-dates.ts';
import {
  blankFilter,
  either,
  filledFilter,
  flagFilter,
  negate,
  valueFilter,
  type Condition,
  type RowFilter,
} from './table-filters.ts';
import { columnOf, covers, type Span } from './table-spans.ts';
import { FILLER_WORDS, NEGATIONS } from './table-words.ts';

/** A question, as far as it is about one table. */
export interface TableQuery {
  operation: Operation;
  filters: RowFilter[];
  /** The column that “who”, “which house” or “how many workers” is about. */
  target?: Column;
  /** The numeric columns to calculate with. */
  measures: Column[];
  /** True if the question names these columns, so that each gets an answer. */
  isMeasureNamed: boolean;
  /** The column after “per” or “each”. */
  group?: Column;
  /** True for the values of the target without such a row, such as “Who does not work on Monday?” */
  isAbsence: boolean;
  /** The rows that count. */
  rows: TableRow[];
  /** The rows that are sums of others. */
  totals: TableRow[];
  columns: Column[];
}

interface Asked {
  text: string;
  words: readonly string[];
  spans: readonly Span[];
  columns: readonly Column[];
  rows: readonly TableRow[];
  conditions: readonly Condition[];
  events: ReadonlySet<string>;
}

type Meaning = Omit<TableQuery, 'rows' | 'totals' | 'columns'>;
type Base = Omit<Meaning, 'operation' | 'measures'>;

/** A question whose words are all known in a table. */
export class AskedTable {
  readonly #asked: Asked;
  readonly #named: Span[];
  readonly #group: Span | undefined;
  /** The column right after “which” or “how many”. */
  readonly #subject: Span | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
    const named = asked.spans.filter(({ values }) => !values);
    this.#group = named.find(({ start }) => GROUP.has(asked.words[start - 1] ?? ''));
    this.#named = named.filter((span) => span !== this.#group);
    const asking = asked.words.findIndex((word) => ASKING.has(word));
    const subject = asked.words.findIndex(
      (word, index) => index > asking && !ASKING.has(word) && !FILLER_WORDS.has(word),
    );
    this.#subject = asking < 0 ? undefined : this.#named.find(({ start }) => start === subject);
  }

  query(): Meaning | undefined {
    const { text, columns } = this.#asked;
    const operation = OPERATIONS.find(([, sign]) => sign.test(text))?.[0] ?? 'list';
    const target = this.#target();
    if (target === null) return undefined;
    if (DECIDES.test(text) && !this.#named.some(({ column }) => column.stems.includes('by')))
      return undefined;
    const meaning = this.#filters(target);
    if (!meaning) return undefined;
    const named = this.#numeric();
    const base = {
      ...meaning,
      isMeasureNamed: named.length > 0,
      ...(target && { target }),
      ...(this.#group && { group: this.#group.column }),
    };
    const numeric = columns.filter(
      (column) => column.kind === 'number' && column !== this.#group?.column,
    );
    const measures = named.length > 0 ? named : this.#impliedMeasures(numeric);
    switch (operation) {
      case 'columns':
        return { ...base, operation, measures: [] };
      case 'count':
        return this.#count(base, named);
      case 'most':
      case 'fewest': {
        if (!target || target.kind === 'number')
          return { ...base, operation: operation === 'most' ? 'highest' : 'lowest', measures };
        const isOfRows =
          named.length === 0 && this.#hasEvent() && !STRICT_SIGNS.some(([sign]) => sign.test(text));
        return { ...base, operation, measures: isOfRows ? [] : measures };
      }
      case 'list':
        if (!this.#group) return this.#list(base);
        if (named.length > 0) return { ...base, operation: 'sum', measures: named };
        return this.#hasEvent() ? { ...base, operation: 'count', measures: [] } : undefined;
      default:
        return { ...base, operation, measures };
    }
  }

  /** Returns the column that the question is about, undefined for none, and null if the table does not have it. */
  #target(): Column | null | undefined {
    const { words, columns } = this.#asked;
    const word = words.find((each) => QUESTION_WORDS.has(each));
    if (word === 'when') {
      const time = this.#named.find(({ column }) => column.kind === 'time');
      return time?.column ?? dateColumn(columns, words, false) ?? null;
    }
    if (word !== undefined) {
      const groups = QUESTION_WORDS.get(word) ?? [];
      return groups.map((group) => columnOf(columns, group)).find(Boolean) ?? null;
    }
    const subject = this.#subject?.column;
    return subject && subject.kind !== 'flag' ? subject : undefined;
  }

  /** Returns true if a word stands for the rows, such as “shifts”. */
  #hasEvent(): boolean {
    const { words, events, spans } = this.#asked;
    return words.some((word, index) => events.has(word) && !covers(spans, index));
  }

  #numeric(): Column[] {
    const columns = this.#named.map(({ column }) => column);
    return [...new Set(columns.filter(({ kind }) => kind === 'number'))];
  }

  /** Returns the numeric column that words such as “how long” mean, the only one, or all. */
  #impliedMeasures(numeric: readonly Column[]): Column[] {
    const { text } = this.#asked;
    const strict = STRICT_SIGNS.find(([sign]) => sign.test(text))?.[1];
    if (strict) return strict.flatMap((group) => columnOf(numeric, group) ?? []).slice(0, 1);
    if (numeric.length < 2) return [...numeric];
    const column = MEASURE_SIGNS.filter(([sign]) => sign.test(text))
      .map(([, group]) => columnOf(numeric, group))
      .find((each) => each !== undefined);
    return column ? [column] : [...numeric];
  }

  #count(base: Base, named: Column[]): Meaning | undefined {
    const subject = this.#subject?.column;
    if (subject?.kind === 'number') return { ...base, operation: 'sum', measures: [subject] };
    if (base.group) return { ...base, operation: 'count', measures: named };
    if (subject && subject.kind !== 'flag')
      return { ...base, operation: 'different', measures: [] };
    return base.filters.length > 0 || ROWS.test(this.#asked.text) || this.#hasEvent()
      ? { ...base, operation: 'count', measures: [] }
      : undefined;
  }

  #list(base: Base): Meaning | undefined {
    const { text, words, conditions } = this.#asked;
    if (base.target?.kind === 'number')
      return { ...base, operation: 'sum', measures: [base.target], isMeasureNamed: true };
    const isList = LIST.test(text) || words.length <= SHORT_QUESTION;
    if (!isList || base.filters.length === 0) return undefined;
    // “What is …?” about a value alone asks for its meaning.
    const isOfRows =
      this.#named.length > 0 ||
      conditions.length > 0 ||
      (this.#hasEvent() && !/\bwhat (?:is|are)\b/.test(text));
    const isOwnName = base.filters.every(({ column }) => column === base.target);
    if (!isOfRows && (isOwnName || /\bwhat\b/.test(text))) return undefined;
    return { ...base, operation: 'list', measures: [] };
  }

  /** Returns the filters; undefined if a negation negates nothing. */
  #filters(target: Column | undefined): Pick<Meaning, 'filters' | 'isAbsence'> | undefined {
    const { words, spans, conditions, events } = this.#asked;
    const units = [
      ...spans.filter((span) => span !== this.#group),
      ...conditions.map(({ word, filter }) => ({ start: words.indexOf(word), filter })),
    ].sort((a, b) => a.start - b.start);
    const negations = words.flatMap((word, index) =>
      NEGATIONS.has(word) && !covers(spans, index) ? [index] : [],
    );
    let isAbsence = false;
    const negated = new Set<(typeof units)[number]>();
    for (const index of negations) {
      const next = units.find(({ start }) => start > index);
      const unit = next ?? units.findLast(({ start }) => start < index);
      if (!unit) return undefined;
      const between = next ? words.slice(index + 1, next.start) : [];
      const isEvent = between.some((word) => word === 'work' || events.has(word));
      const isOfRows = 'filter' in unit || unit.values !== undefined;
      if (isEvent && isOfRows && target) isAbsence = true;
      else negated.add(unit);
    }
    const filters: RowFilter[] = [];
    for (const unit of units) {
      const filter = this.#filter(unit, negated.has(unit), target);
      if (!filter) continue;
      const same = filters.findIndex(({ column }) => column === filter.column);
      const other = filters[same];
      if (other && 'values' in unit && unit.values && !negated.has(unit))
        filters[same] = either(other, filter);
      else filters.push(filter);
    }
    return { filters, isAbsence };
  }

  #filter(
    unit: Span | { start: number; filter: RowFilter },
    isNegated: boolean,
    target: Column | undefined,
  ): RowFilter | undefined {
    if ('filter' in unit) return isNegated ? negate(unit.filter) : unit.filter;
    const { column, values, start, length } = unit;
    if (values) {
      const words = this.#asked.words.slice(start, start + length).join(' ');
      const filter = valueFilter(column, values, words);
      return isNegated ? negate(filter) : filter;
    }
    if (isNegated) return blankFilter(column);
    if (column.kind === 'flag') return flagFilter(column);
    return column === target || column.kind === 'number' ? undefined : filledFilter(column);
  }
}
