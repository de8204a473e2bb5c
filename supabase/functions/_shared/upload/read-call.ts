import { AppError, FILE_SIZE_MAX_BYTES } from '@homie/contracts';
import type { DecodedBase64 } from './base64-decoder.ts';
import { UploadSplitter } from './upload-splitter.ts';

/** Room for the longest message in any encoding, and its attachments' descriptions. */
const MAX_BYTES = 256 * 1024;
/** A file of the largest size as base64, and a little more: one that is slightly too large shall hear so. */
const MAX_UPLOAD_BYTES = 40 * 1024 * 1024;
const UPLOAD_ENDPOINT = /^\/conversations\/[^/?]+\/upload$/;

/** A call as it came in: its envelope, and what stood under `body.file`, of which the envelope keeps an empty text. */
export interface ReceivedCall {
  envelope: unknown;
  file: DecodedBase64 | undefined;
}

/**
 * Reads a call. All but an upload are small; so is an upload until it has said that it is one, which it must early.
 * @param admit awaited before a large one is read on
 * @throws AppError payload_too_large, before more than that was read, or invalid_json
 */
export async function readCall(
  request: Request,
  admit: () => Promise<void>,
): Promise<ReceivedCall> {
  const announced = Number(request.headers.get('Content-Length') ?? 0);
  if (announced > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large');
  const splitter = new UploadSplitter({
    maxRest: MAX_BYTES,
    maxFile: FILE_SIZE_MAX_BYTES,
    announced,
  });
  let received = 0;
  let isLarge = false;
  for await (const chunk of request.body ?? []) {
    received += chunk.length;
    if (received > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large');
    if (received <= MAX_BYTES || isLarge) {
      splitter.push(chunk);
      continue;
    }
    // Judged by what came early, however large the pieces are in which it comes.
    const early = chunk.length - (received - MAX_BYTES);
    splitter.push(chunk.subarray(0, early));
    requireUpload(splitter.endpoint);
    isLarge = true;
    await admit();
    splitter.push(chunk.subarray(early));
  }
  const { rest, file } = splitter.end();
  const envelope = parseJson(rest);
  // The parser takes the last of two endpoints, the reading above believed the first.
  if (isLarge) requireUpload(endpointOf(envelope));
  return { envelope, file };
}

function requireUpload(endpoint: string | undefined): void {
  if (endpoint === undefined || !UPLOAD_ENDPOINT.test(endpoint))
    throw new AppError('payload_too_large');
}

function endpointOf(envelope: unknown): string | undefined {
  const isCall = typeof envelope === 'object' && envelope !== null && 'endpoint' in envelope;
  return isCall && typeof envelope.endpoint === 'string' ? envelope.endpoint : undefined;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_json', undefined, { cause });
  }
}
