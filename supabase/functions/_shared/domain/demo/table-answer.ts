import type { TableRow } from '../extract/extracted-file.ts';
import { rowText, type ReadFile } from './file-passages.ts';
import { askedTables, rowNames } from './file-tables.ts';
import { splitPastedTable } from './pasted-table.ts';
import { inline, plain } from './plain-words.ts';
import type { Column, FileTable } from './table-columns.ts';
import {
  bestOf,
  calculation,
  computeMeasure,
  measureText,
  readNumbers,
  type Measure,
  type Value,
} from './table-numbers.ts';
import {
  bold,
  cellOf,
  counted,
  groupRows,
  LISTED,
  readOnly,
  values,
  valuesOf,
  verb,
  whereText,
} from './table-texts.ts';
import type { TableQuery } from './table-query.ts';
import { parseTableQuestion } from './table-question.ts';

export { listFileTables } from './file-tables.ts';
export { inline } from './plain-words.ts';

const MEASURE_NAMES: Record<Measure, string> = {
  sum: 'total',
  mean: 'average',
  highest: 'highest value',
  lowest: 'lowest value',
};

/**
 * Answers a question by counting, adding up, comparing or listing rows in the tables of files, or in the table that is
 * pasted into the message.
 * @returns one paragraph for each table that the question is about; empty if it is not such a question
 */
export function tableAnswer(message: string, files: readonly ReadFile[]): string[] {
  const { text: question, file: pasted } = splitPastedTable(message);
  return (pasted ? [pasted] : files)
    .flatMap((file) => askedTables(question, file))
    .flatMap((each) => {
      const query = parseTableQuestion(question, each);
      return query ? new TableReply(each, query).paragraphs() : [];
    });
}

/** Describes the rows and columns of a table in one line. */
export function columnsLine({ title, table }: FileTable): string {
  return `${title} ${verb(title)} ${counted(table.rows.length, 'row')} under the columns ${table.columns.map((column) => `**${inline(column)}**`).join(', ')}.${readOnly(table)}`;
}

/** The reply to a question about one table. */
class TableReply {
  readonly #file: FileTable;
  readonly #query: TableQuery;
  /** The rows that match every filter. */
  readonly #rows: TableRow[];
  /** The filters as text: “ where **Status** is “Paid””. */
  readonly #where: string;

  constructor(file: FileTable, query: TableQuery) {
    this.#file = file;
    this.#query = query;
    this.#rows = query.rows.filter((row) => query.filters.every(({ isMatch }) => isMatch(row)));
    this.#where = whereText(query.filters);
  }

  paragraphs(): string[] {
    const { operation, filters, rows, group, measures, isMeasureNamed, isAbsence } = this.#query;
    const isUnknown = filters.some(
      ({ isUnsure, isMatch }) => isUnsure && !rows.some((row) => isMatch(row)),
    );
    if (isUnknown) return [];
    if (isAbsence) return operation === 'list' ? this.#absent() : [];
    switch (operation) {
      case 'columns':
        return filters.length > 0 ? [] : [columnsLine(this.#file)];
      case 'list':
        return this.#list();
      case 'different':
        return [this.#different()];
      case 'count':
        return group ? [this.#groups(group)] : [this.#count()];
      case 'most':
      case 'fewest':
        return measures.length > 1 ? [this.#choice()] : this.#extreme(operation === 'most');
      default: {
        if (measures.length > 1 && !isMeasureNamed) return [this.#choice()];
        const named = measures.filter((column) => column !== group);
        return named.map((column) => this.#measured(column, operation));
      }
    }
  }

  #measured(column: Column, measure: Measure): string {
    const { group, filters } = this.#query;
    if (group) return this.#groups(group, column, measure);
    // A name that several persons have: each gets a total.
    const several = filters.find(({ values = 1 }) => values > 1);
    return several ? this.#groups(several.column, column, measure) : this.#measure(column, measure);
  }

  #choice(): string {
    const { title } = this.#file;
    const names = this.#query.measures.map(bold).join(', ');
    return `${title} ${verb(title)} numbers in the columns ${names}. Name one of them, and I work it out.`;
  }

  /** Returns the values of the target that have no row with these filters. */
  #absent(): string[] {
    const { target, rows } = this.#query;
    if (!target) return [];
    const present = new Set(this.#rows.map((row) => plain(cellOf(row, target))));
    const others = valuesOf(rows, target).filter((value) => !present.has(plain(value)));
    const { title } = this.#file;
    return [
      `${bold(target)} without a row${this.#where} in ${title}: ${others.length === 0 ? 'none' : values(others)}.${this.#end()}`,
    ];
  }

  #list(): string[] {
    const { title } = this.#file;
    const { target } = this.#query;
    const rows = this.#rows;
    const end = readOnly(this.#file.table).trim();
    if (rows.length === 0)
      return [`${title} ${verb(title)} no row${this.#where}.${end === '' ? '' : ` ${end}`}`];
    const found = target ? valuesOf(rows, target) : [];
    return [
      ...(target && found.length > 0 ? [`${bold(target)}: ${values(found)}`] : []),
      `${title} ${verb(title)} **${counted(rows.length, 'row')}**${this.#where}:`,
      this.#rowLines(rows),
      ...(end === '' ? [] : [end]),
    ];
  }

  #rowLines(rows: readonly TableRow[]): string {
    const { table } = this.#file;
    const others = rows.length - LISTED;
    return [
      ...rows.slice(0, LISTED).map((row) => {
        const name = rowNames(this.#file, [row]);
        return `- ${name.charAt(0).toUpperCase()}${name.slice(1)}: ${inline(rowText(table, row.cells))}`;
      }),
      ...(others > 0 ? [`- and ${others} more`] : []),
    ].join('\n');
  }

  /** Counts the distinct values of a column, such as participants. */
  #different(): string {
    const { title } = this.#file;
    const { target, filters } = this.#query;
    if (!target) return '';
    const found = valuesOf(this.#rows, target);
    const names = found.length > 0 ? `: ${values(found)}` : '';
    const where = filters.length > 0 ? this.#where : '';
    return `${title} ${verb(title)} **${counted(found.length, 'different value')}** under ${bold(target)}${where}, in ${counted(this.#rows.length, 'row')}${names}.${this.#end()}`;
  }

  #count(): string {
    const { title } = this.#file;
    const { filters, rows } = this.#query;
    const count = `${title} ${verb(title)} **${counted(this.#rows.length, 'row')}**`;
    if (filters.length === 0) return `${count} below the names of its columns.${this.#end()}`;
    const names = this.#rows.length > 0 ? `: ${rowNames(this.#file, this.#rows)}` : '';
    return `${count}${this.#where}, of ${rows.length} in all${names}.${this.#end()}`;
  }

  /** Returns the number of rows, or a calculation, for each value of a column. */
  #groups(group: Column, column?: Column, measure: Measure = 'sum'): string {
    const groups = groupRows(this.#rows, group);
    const lines = [...groups].slice(0, LISTED).map(([value, rows]) => {
      if (!column) return `- ${inline(value)}: **${counted(rows.length, 'row')}**`;
      const numbers = readNumbers(rows, column.index);
      return numbers.length === 0
        ? `- ${inline(value)}: no number`
        : `- ${inline(value)}: **${measureText(numbers, measure)}**, over ${counted(numbers.length, 'row')}`;
    });
    const others = groups.size - lines.length;
    const all = column ? readNumbers(this.#rows, column.index) : [];
    const isFiltered = this.#query.group === undefined && measure !== 'mean' && all.length > 0;
    const together = isFiltered ? `**${measureText(all, measure)}**` : '';
    const what = column ? `${MEASURE_NAMES[measure]} of ${bold(column)}` : 'number of rows';
    const end = this.#end().trim();
    return [
      `The ${what} per ${bold(group)} in ${this.#file.title}${this.#where}:\n`,
      ...lines,
      ...(others > 0 ? [`- and ${others} more`] : []),
      ...(together === '' ? [] : [`\nTogether: ${together}.`]),
      ...(end === '' ? [] : [`\n${end}`]),
    ].join('\n');
  }

  /** Returns the value of the target with the most or fewest rows, or with the highest or lowest total. */
  #extreme(isMost: boolean): string[] {
    const { target, measures } = this.#query;
    const [column] = measures;
    if (!target) return [];
    const scores = [...groupRows(this.#rows, target)].flatMap(([value, rows]) => {
      const numbers = column ? readNumbers(rows, column.index) : [];
      if (column && numbers.length === 0) return [];
      const score = column ? numbers.reduce((sum, { number }) => sum + number, 0) : rows.length;
      return [{ value, rows, numbers, score }];
    });
    const best = (isMost ? Math.max : Math.min)(...scores.map(({ score }) => score));
    const lines = scores
      .filter(({ score }) => Math.abs(score - best) < 1e-9)
      .map(({ value, rows, numbers }) => {
        const result = column
          ? `**${computeMeasure(numbers, 'sum')}**${this.#evidence(numbers, 'sum')}`
          : `**${counted(rows.length, 'row')}** (${rowNames(this.#file, rows)})`;
        return `- **${inline(value)}**: ${result}`;
      });
    if (lines.length === 0) return [];
    const what = column ? bold(column) : 'rows';
    const end = this.#end().trim();
    return [
      `${bold(target)} with the ${isMost ? 'most' : column ? 'least' : 'fewest'} ${what} in ${this.#file.title}${this.#where}:`,
      lines.join('\n'),
      ...(end === '' ? [] : [end]),
    ];
  }

  #measure(column: Column, measure: Measure): string {
    const { title, table } = this.#file;
    const found = readNumbers(this.#rows, column.index);
    if (found.length === 0) return `${title} has no number under ${bold(column)}${this.#where}.`;
    const filled = this.#rows.filter(
      (row) => cellOf(row, column) !== '' && !row.merged?.includes(column.index),
    );
    const left = filled.length - found.length;
    const passed =
      left > 0
        ? ` ${counted(left, 'cell')} without a number ${left === 1 ? 'was' : 'were'} left out.`
        : '';
    const start = `The ${MEASURE_NAMES[measure]} of ${bold(column)} in ${title}${this.#where} is`;
    const end = `${passed}${this.#end()}`;
    if (measure === 'sum' || measure === 'mean')
      return `${start} **${computeMeasure(found, measure)}**${this.#evidence(found, measure)}.${end}`;
    const best = bestOf(found, measure);
    const rows = best.map(({ row }) => row);
    const line = `${start} **${inline(best[0]?.cell ?? '')}**, in ${rowNames(this.#file, rows)}.${end}`;
    return table.columns.length > 1 ? `${line}\n\n${this.#rowLines(rows)}` : line;
  }

  /** Returns the rows of a calculation, and its terms if they are few. */
  #evidence(found: readonly Value[], measure: 'sum' | 'mean'): string {
    const rows = rowNames(
      this.#file,
      found.map(({ row }) => row),
    );
    const terms = calculation(found, measure);
    if (found.length === 1) return `, from ${rows}`;
    return `, over ${counted(found.length, 'row')}${terms === '' ? '' : `: ${terms}`} (${rows})`;
  }

  #end(): string {
    const { totals } = this.#query;
    const left =
      totals.length === 0
        ? ''
        : ` Not counted: ${rowNames(this.#file, totals)}, which ${totals.length === 1 ? 'is a total' : 'are totals'}.`;
    return `${left}${readOnly(this.#file.table)}`;
  }
}
