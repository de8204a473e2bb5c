/** A passage of a document that a reply may cite by its number. */
export interface NumberedPassage {
  /** Counted from 1. */
  number: number;
  /** Address in the app. */
  href: string;
  /** Title, position and version, e.g. `Medication policy, page 3 (version 2)`. */
  source: string;
  text: string;
  /** Title and heading, which a search finds the passage by too. */
  about: string;
}

/** Matches references such as [1] or [1, 3]. */
const REFERENCE = /\[(\d{1,2}(?:\s*[,;]\s*\d{1,2})*)\]/g;
/** Matches the start of a reference at the end of a text. */
const UNFINISHED = /\[[\d\s,;]{0,40}$/;

/** Finds the passages that a reply cites while its text is streamed. */
export class CitedPassages {
  readonly #passages: ReadonlyMap<number, NumberedPassage>;
  #held = '';

  constructor(passages: readonly NumberedPassage[]) {
    this.#passages = new Map(passages.map((passage) => [passage.number, passage]));
  }

  /** Returns the passages that the next piece of text cites. Numbers without a passage are ignored. */
  push(piece: string): NumberedPassage[] {
    if (this.#passages.size === 0) return [];
    const text = this.#held + piece;
    this.#held = UNFINISHED.exec(text)?.[0] ?? '';
    return [...text.matchAll(REFERENCE)]
      .flatMap(([, numbers = '']) => numbers.split(/[,;]/))
      .flatMap((number) => this.#passages.get(Number(number)) ?? []);
  }
}
