/** Text that is kept as a string until it is worth a part of its own, in UTF-16 units. */
const PART = 1_000_000;

/** A file that grows: what it holds is handed to the browser, which may keep it on disk, instead of the page's heap. */
export interface GrowingFile {
  append: (text: string) => void;
  /** All that was appended. */
  toBlob: () => Blob;
}

/** An empty file. @param type its media type */
export function growingFile(type: string): GrowingFile {
  const parts: Blob[] = [];
  let waiting: string[] = [];
  let length = 0;

  function settle() {
    if (waiting.length > 0) parts.push(new Blob(waiting));
    waiting = [];
    length = 0;
  }

  return {
    append(text) {
      waiting.push(text);
      length += text.length;
      if (length >= PART) settle();
    },
    toBlob() {
      settle();
      return new Blob(parts, { type });
    },
  };
}
