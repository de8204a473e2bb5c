import type { ReadCharacterMap } from './extracted-file.ts';

/** A map without characters: an error would lose the whole page. */
const EMPTY_MAP = Uint8Array.of(0);

/** The data that pdf.js requests. */
interface DataRequest {
  kind: string;
  filename: string;
}

/**
 * Returns a class that loads the character maps of fonts that a PDF names but does not contain, such as those of Japanese
 * and Chinese.
 * @param read undefined where the maps are not installed
 * @param onMissing called for a map that cannot be loaded
 */
export function characterMaps(read: ReadCharacterMap | undefined, onMissing: () => void) {
  return class CharacterMaps {
    async fetch({ kind, filename }: DataRequest): Promise<Uint8Array> {
      if (kind !== 'cMapUrl') throw new Error('Not available');
      if (read && /^[\w-]+\.bcmap$/.test(filename))
        try {
          return await read(filename);
        } catch {
          // Reported like maps that are not installed.
        }
      onMissing();
      return EMPTY_MAP;
    }
  };
}
