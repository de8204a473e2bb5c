/** How long to retain the object URL, in milliseconds: long enough for the browser to read the file. */
const KEEP_FILE_MS = 60_000;

/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}
