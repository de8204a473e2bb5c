/**
 * Text kept in local storage under one name. Where the browser refuses to keep anything (private mode, full disk),
 * reading gives null and writing is lost: what is on the screen stays usable.
 */
export interface KeptText {
  read: () => string | null;
  /** Writes the text; null removes it. False when the browser did not keep it. */
  write: (text: string | null) => boolean;
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
        return true;
      } catch {
        // Nothing to do: the text lives on in memory until the page is left.
        return false;
      }
    },
  };
}

/** The names in local storage that begin so, without their beginning. */
export function keptNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(beginning))
      .map((name) => name.slice(beginning.length));
  } catch {
    return [];
  }
}

/** Calls back with each name that another tab wrote or removed. Returns how to stop. */
export function followOtherTabs(changed: (name: string, text: string | null) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key !== null) changed(key, newValue);
  };
  globalThis.addEventListener('storage', heard);
  return () => globalThis.removeEventListener('storage', heard);
}
