import type { ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { readXml } from './read-xml.ts';
import { isSymbolFont, symbolsText } from './symbol-text.ts';
import { attribute } from './xml-pieces.ts';

/** The position of a paragraph in a list. */
export interface ListPosition {
  list: string;
  level: number;
}

interface Level {
  start: number;
  format: string;
  /** The label, in which %1 is the number of the first level. */
  text: string;
  style?: string;
  font: string;
  /** False if the level continues after a higher one. */
  isRestarted: boolean;
  hasSpace: boolean;
  isDecimal: boolean;
}

/** A list definition, or a list with its differences to one. */
interface Definition {
  levels: Map<number, Level>;
  /** The style in which the definition is, instead. */
  styleLink?: string;
}
interface List {
  definition: string;
  levels: Map<number, Level>;
  starts: Map<number, number>;
}

const MOST_LISTS = 20_000;
const LONGEST_LABEL = 100;
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Counts the paragraphs of lists, and returns their labels. */
export class ListNumbers {
  readonly #definitions = new Map<string, Definition>();
  readonly #lists = new Map<string, List>();
  /** The last number of each level, by definition: lists of one definition continue each other. */
  readonly #numbers = new Map<string, Map<number, number>>();
  readonly #started = new Set<string>();

  /** Reads the lists of a document. */
  static async read(entry: ZipEntry | undefined, allowance: Allowance): Promise<ListNumbers> {
    const lists = new ListNumbers();
    let definition: Definition | undefined;
    let list: List | undefined;
    let at = 0;
    let level = newLevel();
    for await (const pieces of readXml(entry, allowance)) {
      for (const piece of pieces) {
        if (piece.kind === 'text') continue;
        const { name } = piece;
        if (piece.kind === 'close') {
          if (name === 'abstractNum') definition = undefined;
          if (name === 'num') list = undefined;
          continue;
        }
        const value = (of = 'val') => attribute(piece.attributes, of) ?? '';
        if (name === 'abstractNum' && lists.#definitions.size < MOST_LISTS) {
          definition = { levels: new Map() };
          lists.#definitions.set(value('abstractNumId'), definition);
        } else if (name === 'num' && lists.#lists.size < MOST_LISTS) {
          list = { definition: '', levels: new Map(), starts: new Map() };
          lists.#lists.set(value('numId'), list);
        } else if (name === 'abstractNumId' && list) list.definition = value();
        else if (name === 'numStyleLink' && definition) definition.styleLink = value();
        else if (name === 'lvlOverride') at = Number(value('ilvl'));
        else if (name === 'startOverride') list?.starts.set(at, Number(value()));
        else if (name === 'lvl') {
          at = Number(value('ilvl'));
          level = newLevel();
          (list ?? definition)?.levels.set(at, level);
        } else readLevel(level, name, value);
      }
    }
    return lists;
  }

  /** Returns the level of a list that belongs to a style. */
  levelOf(list: string, style: string): number {
    const levels = this.#definitions.get(this.#lists.get(list)?.definition ?? '')?.levels ?? [];
    for (const [level, { style: own }] of levels) if (own === style) return level;
    return 0;
  }

  /**
   * Counts a paragraph.
   * @param listOfStyle returns the list of a numbering style
   * @returns its label with a space, such as “2.1 ”; empty if it has none
   */
  next({ list: id, level }: ListPosition, listOfStyle: (style: string) => string | undefined) {
    const list = this.#lists.get(id);
    if (!list) return '';
    const link = this.#definitions.get(list.definition)?.styleLink;
    const linked = link === undefined ? undefined : this.#lists.get(listOfStyle(link) ?? '');
    const key = linked?.definition ?? list.definition;
    const find = (at: number) => list.levels.get(at) ?? this.#definitions.get(key)?.levels.get(at);
    const own = find(level);
    if (!own) return '';
    const numbers = this.#numbers.get(key) ?? new Map<number, number>();
    this.#numbers.set(key, numbers);
    const override = list.starts.get(level);
    const isFirst = !this.#started.has(`${id} ${level}`);
    this.#started.add(`${id} ${level}`);
    const last = isFirst && override !== undefined ? override - 1 : numbers.get(level);
    numbers.set(level, (last ?? own.start - 1) + 1);
    for (const at of numbers.keys())
      if (at > level && (find(at)?.isRestarted ?? true)) numbers.delete(at);
    if (own.format === 'bullet') return `${bullet(own)} `;
    const label = own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const of = find(at);
      const format = own.isDecimal ? 'decimal' : (of?.format ?? 'decimal');
      return formatNumber(numbers.get(at) ?? of?.start ?? 1, format);
    });
    return label.trim() === '' ? '' : `${label}${own.hasSpace ? ' ' : ''}`;
  }
}

function newLevel(): Level {
  return {
    start: 0,
    format: 'decimal',
    text: '',
    font: '',
    isRestarted: true,
    hasSpace: true,
    isDecimal: false,
  };
}

function readLevel(level: Level, name: string, value: (of?: string) => string): void {
  if (name === 'start') level.start = Number(value()) || 0;
  else if (name === 'numFmt') level.format = value();
  else if (name === 'lvlText') level.text = value().slice(0, LONGEST_LABEL);
  else if (name === 'pStyle') level.style = value();
  else if (name === 'lvlRestart') level.isRestarted = value() !== '0';
  else if (name === 'suff') level.hasSpace = value() !== 'nothing';
  else if (name === 'isLgl') level.isDecimal = !/^(0|false|off)$/.test(value());
  else if (name === 'rFonts') level.font = value('ascii');
}

/** Returns the sign of an unnumbered list. A list of boxes is a form. */
function bullet({ text, font }: Level): string {
  const sign = isSymbolFont(font) ? symbolsText(font, text) : text;
  return /^[☐☒✓✗□☑]$/u.test(sign) ? sign : '•';
}

function formatNumber(number: number, format: string): string {
  const letters = () => String.fromCharCode(97 + ((number - 1) % 26));
  if (number >= 1 && number <= 780 && /letter$/i.test(format)) {
    const text = letters().repeat(Math.ceil(number / 26));
    return format === 'upperLetter' ? text.toUpperCase() : text;
  }
  if (number >= 1 && number < 4000 && /roman$/i.test(format)) {
    const text = roman(number);
    return format === 'upperRoman' ? text.toUpperCase() : text;
  }
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (format === 'ordinal') return `${number}${ordinalEnd(number)}`;
  return String(number);
}

function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [value, letters] of ROMAN) for (; left >= value; left -= value) text += letters;
  return text;
}

function ordinalEnd(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}
