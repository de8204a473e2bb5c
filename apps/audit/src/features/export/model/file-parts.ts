/** The amount of text to buffer before it is moved to a Blob, in UTF-16 code units. */
const PART = 1_000_000;

/** An append-only file. Its content is stored in Blobs, which the browser may write to disk, not in the page's heap. */
export interface GrowingFile {
  append: (text: string) => void;
  /** Returns all appended text. */
  toBlob: () => Blob;
}

/** Creates an empty file. @param type its media type */
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
