/** Marks of providers for sources that only they know: 【4:0†a.docx】, private characters, :contentReference[…]{…}. */
const MARKS =
  / ?(?:【[^【】\n]{0,300}†[^【】\n]{0,300}】|\uE200[^\uE201\n]{0,300}\uE201|:contentReference\[[^\]\n]{0,100}\](?:\{[^}\n]{0,100}\})?)/gu;
/** The start of a mark at the end of a text, with the space before it. A space alone is sent: a reply may be stopped there. */
const UNFINISHED =
  / ?(?:【[^【】\n]{0,600}|\uE200[^\uE201\n]{0,300}|:[a-z]{0,16}(?:\[[^\]\n]{0,100}(?:\](?:\{[^}\n]{0,100})?)?)?|[\uD800-\uDBFF])$/iu;
const PRIVATE = /\p{Co}/gu;

/** Removes citation marks and private characters, which no font shows, from a streamed reply. */
export class CitationMarks {
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    this.#held = UNFINISHED.exec(text)?.[0] ?? '';
    return withoutMarks(text.slice(0, text.length - this.#held.length));
  }

  end(): string {
    const rest = withoutMarks(this.#held);
    this.#held = '';
    return rest;
  }
}

function withoutMarks(text: string): string {
  return text.replace(MARKS, '').replace(PRIVATE, '');
}
