import { memo, useState } from 'react';

/** Each part is laid out by itself, so that a line that is added does not move those before it in the browser's books. */
const PART = 2000;

const Part = memo(function Part({ text }: { text: string }) {
  return <span className="part">{text}</span>;
});

/** Splits a growing text after line ends; what has been split off stays. */
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

/** Code that is still being written. */
export function OpenCode({ text }: { text: string }) {
  const [parts] = useState(() => new Parts());
  return parts.of(text).map((part, index) => <Part key={index} text={part} />);
}
