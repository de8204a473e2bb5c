/** The bytes of a base64 text, undefined when it is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The base64 text of a few bytes. */
export function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
