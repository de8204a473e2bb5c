/**
 * Text kept in local storage under one name. Where the browser refuses to keep anything (private mode, full disk),
 * reading gives null and writing is lost: what is on the screen stays usable.
 */
export interface KeptText {
  read: () => string | null;
  /** Writes the text; null removes it. */
  write: (text: string | null) => void;
}

/** @param name the key in local storage */
export function keptText(name: string): KeptText {
  return {
    read() {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      } catch {
        // Nothing to do: the text lives on in memory until the page is left.
      }
    },
  };
}
