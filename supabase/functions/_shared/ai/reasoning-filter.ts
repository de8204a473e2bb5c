/** Tags between which models think aloud, at the start of their text. Some templates already contain the first one. */
const OPENING = ['<think>', '<thinking>', '<thought>', '<reasoning>', '<seed:think>', '[think]'];
const CLOSING = OPENING.map((tag) => tag[0] + '/' + tag.slice(1));
const LONGEST = Math.max(...CLOSING.map(({ length }) => length));

/** A piece of a reply; with `replaces`, it replaces all text before it. */
export interface Piece {
  text: string;
  replaces?: true;
}

/**
 * Removes the reasoning from a streamed reply: what stands between tags at its start, or before a closing tag without an
 * opening one. In that case its text is already out: the next piece replaces it.
 */
export class ReasoningFilter {
  /** True if reasoning was removed. */
  hasReasoning = false;
  /** True if the reasoning had no opening tag. */
  isUnopened = false;
  #state: 'start' | 'unopened' | 'thinking' | 'text';
  #held = '';
  #inCode = false;
  #last = '';

  /** @param expectsReasoning holds the text back until a closing tag, as the model omits the opening one */
  constructor(expectsReasoning: boolean) {
    this.#state = expectsReasoning ? 'unopened' : 'start';
  }

  push(text: string): Piece {
    this.#held += text;
    return this.#next(false);
  }

  /** @returns the text that was held back; reasoning without an end is dropped */
  end(): Piece {
    if (this.#state === 'unopened') this.#state = 'text';
    return this.#next(true);
  }

  #next(isEnd: boolean): Piece {
    if (this.#state === 'start') this.#start(isEnd);
    if (this.#state === 'thinking' || this.#state === 'unopened') {
      const closing = findTag(this.#held, CLOSING);
      if (!closing) {
        if (this.#state === 'thinking') this.#held = this.#held.slice(-LONGEST);
        return { text: '' };
      }
      this.isUnopened ||= this.#state === 'unopened';
      return this.#skipTo(closing.end, isEnd);
    }
    return this.#state === 'start' ? { text: '' } : this.#text(isEnd);
  }

  #start(isEnd: boolean): void {
    const text = this.#held.trimStart().toLowerCase();
    const opening = OPENING.find((tag) => text.startsWith(tag));
    if (opening) {
      this.hasReasoning = true;
      this.#state = 'thinking';
      this.#held = this.#held.trimStart().slice(opening.length);
    } else if (isEnd || !OPENING.some((tag) => tag.startsWith(text))) {
      this.#state = 'text';
      if (this.hasReasoning) this.#held = this.#held.trimStart();
    }
  }

  #skipTo(end: number, isEnd: boolean): Piece {
    this.hasReasoning = true;
    this.#held = this.#held.slice(end);
    this.#state = 'start';
    return this.#next(isEnd);
  }

  #text(isEnd: boolean): Piece {
    const text = this.#held;
    if (this.hasReasoning) {
      this.#held = '';
      return { text };
    }
    const closing = findTag(text, CLOSING);
    if (!closing) return this.#write(isEnd ? text.length : lengthBeforeTag(text));
    // The character after the tag decides if the text is about the tag.
    if (!isEnd && closing.end === text.length) return this.#write(closing.start);
    if (this.#isProse(closing)) {
      const { text: before } = this.#write(closing.end);
      const { text: after, ...rest } = this.#text(isEnd);
      return rest.replaces ? { text: after, ...rest } : { text: before + after };
    }
    this.isUnopened = true;
    return { ...this.#skipTo(closing.end, isEnd), replaces: true };
  }

  #isProse({ start, end }: Tag): boolean {
    const before = this.#last + this.#held.slice(0, start);
    const isInCode = this.#inCode !== (countTicks(this.#held.slice(0, start)) % 2 === 1);
    return isInCode || (/[ \t"'“‘(]$/.test(before) && !/^\s*(\n|$)/.test(this.#held.slice(end)));
  }

  #write(length: number): Piece {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (countTicks(text) % 2 === 1) this.#inCode = !this.#inCode;
    this.#last = text.at(-1) ?? this.#last;
    return { text };
  }
}

interface Tag {
  start: number;
  end: number;
}

function findTag(text: string, tags: readonly string[]): Tag | undefined {
  const lower = text.toLowerCase();
  const found = tags.flatMap((tag) => {
    const start = lower.indexOf(tag);
    return start < 0 ? [] : { start, end: start + tag.length };
  });
  return found.toSorted((one, other) => one.start - other.start)[0];
}

/** Returns the length of a text without the start of a closing tag at its end. */
function lengthBeforeTag(text: string): number {
  const from = Math.max(text.lastIndexOf('<'), text.lastIndexOf('['));
  const tail = text.slice(from).toLowerCase();
  return from >= 0 && CLOSING.some((tag) => tag.startsWith(tail)) ? from : text.length;
}

function countTicks(text: string): number {
  return text.split('`').length - 1;
}
