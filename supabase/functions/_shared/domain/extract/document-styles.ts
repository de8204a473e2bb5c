import type { ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { readXml } from './read-xml.ts';
import { attribute } from './xml-pieces.ts';

interface Style {
  /** The name in English, which is the same in every language of Word. */
  name: string;
  basedOn: string;
  list?: string;
  level?: number;
}

/** The depth of styles that are based on each other: a damaged file may have a circle. */
const DEEPEST = 20;
const HEADING = /^(heading|title)/i;

/** The paragraph styles of a document, as far as they concern its text. */
export class DocumentStyles {
  readonly #styles = new Map<string, Style>();

  static async read(entry: ZipEntry | undefined, allowance: Allowance): Promise<DocumentStyles> {
    const styles = new DocumentStyles();
    let style: Style | undefined;
    for await (const pieces of readXml(entry, allowance)) {
      for (const piece of pieces) {
        if (piece.kind !== 'open') continue;
        const value = (of = 'val') => attribute(piece.attributes, of) ?? '';
        if (piece.name === 'style') {
          style = { name: '', basedOn: '' };
          styles.#styles.set(value('styleId'), style);
        } else if (!style) continue;
        else if (piece.name === 'name') style.name = value();
        else if (piece.name === 'basedOn') style.basedOn = value();
        else if (piece.name === 'numId') style.list = value();
        else if (piece.name === 'ilvl') style.level = Number(value());
      }
    }
    return styles;
  }

  /** Returns true if a style is for headings. */
  isHeading(id: string): boolean {
    return HEADING.test(id) || this.#chain(id).some(({ name }) => HEADING.test(name));
  }

  /** Returns the list of a style, and its level if the style names one. */
  list(id: string): { list: string; level?: number; style: string } | undefined {
    let style = id;
    for (const { list, level, basedOn } of this.#chain(id)) {
      if (list !== undefined) return { list, style, ...(level !== undefined && { level }) };
      style = basedOn;
    }
    return undefined;
  }

  /** Returns a style and those that it is based on. */
  #chain(id: string): Style[] {
    const chain: Style[] = [];
    for (let style = this.#styles.get(id); style && chain.length < DEEPEST;) {
      chain.push(style);
      style = this.#styles.get(style.basedOn);
    }
    return chain;
  }
}
