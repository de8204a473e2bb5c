import { UPLOAD_CHUNK_BYTES } from '@homie/contracts';

/**
 * Bytes read at once: few enough for a slow phone to stay responsive between two reads, and divisible by three, so that
 * the pieces joined are the base64 of the whole.
 */
const SLICE_BYTES = 24 * UPLOAD_CHUNK_BYTES;

/** A call with more arguments than this can overflow the stack; hence the chunks. */
function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += UPLOAD_CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + UPLOAD_CHUNK_BYTES));
  return text;
}

/**
 * Encodes a file's bytes as base64 text, in chunks that are never in memory together as one string. The page can paint
 * between two chunks, however large the file is.
 * @throws the signal's reason when aborted; the browser's error if the file can no longer be read
 */
export async function base64Text(file: Blob, signal: AbortSignal): Promise<Blob> {
  const pieces: Blob[] = [];
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    signal.throwIfAborted();
    const bytes = await file.slice(start, start + SLICE_BYTES).arrayBuffer();
    pieces.push(new Blob([btoa(binaryText(new Uint8Array(bytes)))]));
  }
  return new Blob(pieces);
}
