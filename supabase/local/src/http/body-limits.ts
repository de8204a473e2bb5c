import { copyRequest } from './copy-request.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Largest request body by path; the first rule that fits counts. */
const RULES: readonly (readonly [prefix: RegExp, bytes: number])[] = [
  [/^\/auth\/v1\//, 16 * KB],
  // A file of 25 MB as base64 within JSON.
  [/^\/functions\/v1\/conversations\/[^/]+\/[^/]+\/upload$/, 40 * MB],
  [/^\/storage\/v1\//, 26 * MB],
];
const DEFAULT_LIMIT = MB;

export function bodyLimitOf(pathname: string): number {
  return RULES.find(([prefix]) => prefix.test(pathname))?.[1] ?? DEFAULT_LIMIT;
}

/** The body turned out longer than its route allows. */
export class BodyTooLargeError extends Error {}

/**
 * Refuses a body that says it is too long, and ends one that turns out to be.
 * @returns the request to go on with
 * @throws {BodyTooLargeError} at once, or when the body is read
 */
export function withBodyLimit(request: Request): Request {
  if (request.body === null) return request;
  const limit = bodyLimitOf(new URL(request.url).pathname);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLargeError();
  let received = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > limit) controller.error(new BodyTooLargeError());
        else controller.enqueue(chunk);
      },
    }),
  );
  return copyRequest(request, { body: counted });
}
