import { FILE_SIZE_MAX_BYTES } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import type { DecodedBase64 } from './base64-decoder.ts';
import { readSteadily, type LeastRate } from './read-steadily.ts';
import { UploadSplitter } from './upload-splitter.ts';

/** Maximum size of a call without a file: the longest message in any encoding, and its attachments' descriptions. */
const MAX_BYTES = 256 * 1024;
/**
 * Maximum size of an upload: the largest file as base64, and a margin, so that a slightly larger file gets its own
 * error message.
 */
const MAX_UPLOAD_BYTES = 40 * 1024 * 1024;
const UPLOAD_ENDPOINT = /^\/(?:conversations\/([^/?]+)|documents)\/upload$/;
/** Minimum rate of 64 kbit/s: a stalled sender occupies one of few slots for files. */
const LEAST_RATE: LeastRate = { bytes: 80_000, waitMs: 10_000 };

/** Received call: its envelope, in which `body.file` is an empty string, and the decoded file. */
export interface ReceivedCall {
  envelope: unknown;
  file: DecodedBase64 | undefined;
}

/**
 * Reads a call. Only an upload may exceed `MAX_BYTES`, and only if its endpoint is within those first bytes.
 * @param admit authorizes an upload to a conversation, or of a document (null); awaited before the remainder of a large
 *   one is read
 * @param leastRate minimum rate, below which reading is aborted
 * @throws AppError payload_too_large, before more than that was read, invalid_json, or unavailable for a slow sender
 */
export async function readCall(
  request: Request,
  admit: (conversationId: string | null) => Promise<void>,
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
    // Checks the first `MAX_BYTES` only, regardless of the size of the chunks.
    const early = chunk.length - (received - MAX_BYTES);
    splitter.push(chunk.subarray(0, early));
    const conversationId = requireUpload(splitter.endpoint);
    isLarge = true;
    await admit(conversationId);
    splitter.push(chunk.subarray(early));
  }
  const { rest, file } = splitter.end();
  const envelope = parseJson(rest);
  // For duplicate endpoints the parser uses the last one, the loop above the first.
  if (isLarge) requireUpload(getEndpoint(envelope));
  return { envelope, file };
}

/** @returns the conversation ID in the endpoint of an upload; null for a document */
function requireUpload(endpoint = ''): string | null {
  const upload = UPLOAD_ENDPOINT.exec(endpoint);
  if (upload === null) throw new AppError('payload_too_large');
  return upload[1] ?? null;
}

function getEndpoint(envelope: unknown): string | undefined {
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
