import { FILE_SIZE_MAX_BYTES } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import type { DecodedBase64 } from './base64-decoder.ts';
import { readSteadily, type LeastRate } from './read-steadily.ts';
import { UploadSplitter } from './upload-splitter.ts';

/** Room for the longest message in any encoding, and its attachments' descriptions. */
const MAX_BYTES = 256 * 1024;
/** A file of the largest size as base64, and a little more: one that is slightly too large shall hear so. */
const MAX_UPLOAD_BYTES = 40 * 1024 * 1024;
const UPLOAD_ENDPOINT = /^\/conversations\/([^/?]+)\/upload$/;
/** 64 kbit/s: a sender who stalls occupies one of few places for files. */
const LEAST_RATE: LeastRate = { bytes: 80_000, waitMs: 10_000 };

/** A call as it came in: its envelope, and what stood under `body.file`, of which the envelope keeps an empty text. */
export interface ReceivedCall {
  envelope: unknown;
  file: DecodedBase64 | undefined;
}

/**
 * Reads a call. All but an upload are small; so is an upload until it has said that it is one, which it must early.
 * @param admit authorizes an upload to the conversation; awaited before the rest of a large one is read
 * @param leastRate below which reading is given up
 * @throws AppError payload_too_large, before more than that was read, invalid_json, or unavailable for a slow sender
 */
export async function readCall(
  request: Request,
  admit: (conversationId: string) => Promise<void>,
  leastRate = LEAST_RATE,
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
  for await (const chunk of request.body ? readSteadily(request.body, leastRate) : []) {
    received += chunk.length;
    if (received > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large');
    if (received <= MAX_BYTES || isLarge) {
      splitter.push(chunk);
      continue;
    }
    // Judged by what came early, however large the pieces are in which it comes.
    const early = chunk.length - (received - MAX_BYTES);
    splitter.push(chunk.subarray(0, early));
    const conversationId = requireUpload(splitter.endpoint);
    isLarge = true;
    await admit(conversationId);
    splitter.push(chunk.subarray(early));
  }
  const { rest, file } = splitter.end();
  const envelope = parseJson(rest);
  // The parser takes the last of two endpoints, the reading above believed the first.
  if (isLarge) requireUpload(endpointOf(envelope));
  return { envelope, file };
}

/** @returns the id in the endpoint of an upload */
function requireUpload(endpoint = ''): string {
  const [, conversationId] = UPLOAD_ENDPOINT.exec(endpoint) ?? [];
  if (conversationId === undefined) throw new AppError('payload_too_large');
  return conversationId;
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
