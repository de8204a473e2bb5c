import { GrowingText } from '@homie/widgets/markdown';
import { memo, useState } from 'react';

/**
 * The length of a chunk, in characters. Each chunk has its own layout, so that an added line does not trigger layout of
 * the lines before it.
 */
const PART = 2000;

const Part = memo(function Part({ text }: { text: string }) {
  return <GrowingText className="part">{text}</GrowingText>;
});

/** Splits a growing text into chunks at line ends; existing chunks do not change. */
class Parts {
  #parts: string[] = [];
  #text = '';
  #end = 0;

  of(text: string): readonly string[] {
    if (!text.startsWith(this.#text)) {
      this.#parts = [];
      this.#end = 0;
    }
    this.#text = text;
    while (text.length - this.#end > PART) {
      const end = text.indexOf('\n', this.#end + PART) + 1;
      if (end === 0) break;
      this.#parts = [...this.#parts, text.slice(this.#end, end)];
      this.#end = end;
    }
    return [...this.#parts, text.slice(this.#end)];
  }
}

/** Code that is still streaming. */
export function OpenCode({ text }: { text: string }) {
  const [parts] = useState(() => new Parts());
  return parts.of(text).map((part, index) => <Part key={index} text={part} />);
}
