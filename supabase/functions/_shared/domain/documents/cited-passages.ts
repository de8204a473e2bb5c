/** A passage of a document that a reply may cite by its number. */
export interface NumberedPassage {
  /** Counted from 1. */
  number: number;
  /** Address in the app. */
  href: string;
  /** Title, position and, after the first, version, e.g. `Medication policy, page 3 (version 2)`. */
  source: string;
  text: string;
  /** It has the words of the question that are rare. */
  answers: boolean;
}

/** A source of a reply; without a number it is a web page. */
export interface CitedSource {
  url: string;
  number?: number | undefined;
}

/** Matches references such as [1] or [1, 3], and the marks of code, which has none. */
const REFERENCE = /`+|~{3,}|\n|\[(\d{1,2}(?:\s*[,;]\s*\d{1,2})*)\]/g;
/** Matches the start of one at the end of a text. */
const UNFINISHED = /(?:\[[\d\s,;]{0,40}|`+|~+)$/;
const FENCE = 3;

/**
 * Finds the passages that a reply cites while its text is streamed, and numbers them in order of appearance, from 1.
 * Passages of the same position, such as a page, have one number.
 */
export class CitedPassages {
  readonly #passages: ReadonlyMap<number, NumberedPassage>;
  /** New numbers by position. */
  readonly #numbers = new Map<string, number>();
  #next = 1;
  #held = '';
  /** The mark that starts the present code; empty outside code. */
  #code = '';

  /** @param cited sources of the text that the reply continues, with their new numbers */
  constructor(passages: readonly NumberedPassage[], cited: readonly CitedSource[] = []) {
    this.#passages = new Map(passages.map((passage) => [passage.number, passage]));
    for (const { url, number = 0 } of cited) {
      const passage = passages.find(({ href }) => href === url);
      if (passage) this.#numbers.set(positionOf(passage), number);
      this.#next = Math.max(this.#next, number + 1);
    }
  }

  /**
   * Returns the next piece of text with the new numbers, as far as no reference at its end is unfinished, and the passages
   * that got one. Numbers without a passage are ignored.
   */
  push(piece: string): { text: string; cited: NumberedPassage[] } {
    if (this.#passages.size === 0) return { text: piece, cited: [] };
    const all = this.#held + piece;
    this.#held = UNFINISHED.exec(all)?.[0] ?? '';
    const cited: NumberedPassage[] = [];
    const text = all
      .slice(0, all.length - this.#held.length)
      .replaceAll(REFERENCE, (mark, numbers?: string) => {
        if (numbers === undefined) this.#passCode(mark);
        else if (this.#code === '') {
          const shown = numbers
            .split(/[,;]/)
            .map((number) => this.#renumber(Number(number), cited));
          return `[${[...new Set(shown)].join(', ')}]`;
        }
        return mark;
      });
    return { text, cited };
  }

  /** Returns the end of the text. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  /** Starts or ends code at a mark. Code without a fence ends with its line. */
  #passCode(mark: string): void {
    if (mark === '\n') {
      if (this.#code.length < FENCE) this.#code = '';
    } else if (this.#code === '') this.#code = mark;
    else if (mark === this.#code || (this.#code.length >= FENCE && mark.startsWith(this.#code)))
      this.#code = '';
  }

  /** Returns the new number of a passage, and adds the passage to `cited` if it had none. */
  #renumber(number: number, cited: NumberedPassage[]): number {
    const passage = this.#passages.get(number);
    if (!passage) return number;
    const position = positionOf(passage);
    const known = this.#numbers.get(position);
    if (known !== undefined) return known;
    const shown = this.#next++;
    this.#numbers.set(position, shown);
    cited.push({ ...passage, number: shown });
    return shown;
  }
}

/** Returns what two passages of the same version and page, or under the same heading, have in common. */
function positionOf({ href, source }: NumberedPassage): string {
  return `${href.split('&')[0]} ${source}`;
}
