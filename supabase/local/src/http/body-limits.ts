import { copyRequest } from './copy-request.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Largest request body by path, from callers who are known; the first rule that fits counts. */
const RULES: readonly (readonly [path: RegExp, bytes: number])[] = [
  [/^\/auth\/v1\//, 16 * KB],
  // A file of 25 MB as base64 within JSON.
  [/^\/functions\/v1\/conversations\/[^/]+\/[^/]+\/upload$/, 40 * MB],
  [/^\/storage\/v1\//, 26 * MB],
];
/** Also the most that is kept for a stranger: everything is read before anybody is refused. */
const DEFAULT_LIMIT = MB;
/** Read and dropped before the refusal: a client that is still sending would not see it. */
const DRAINED = 64 * MB;

function bodyLimitOf(pathname: string): number {
  return RULES.find(([path]) => path.test(pathname))?.[1] ?? DEFAULT_LIMIT;
}

/**
 * Reads a request's body, whatever length it claims to have.
 * @param isKnown whether the caller has shown who it is; asked only where that makes a difference
 * @returns the request to go on with; undefined when the body is longer than its route allows
 */
export async function withinBodyLimit(
  request: Request,
  isKnown: (request: Request) => Promise<boolean>,
): Promise<Request | undefined> {
  if (request.body === null) return request;
  const most = bodyLimitOf(new URL(request.url).pathname);
  const limit = most <= DEFAULT_LIMIT || (await isKnown(request)) ? most : DEFAULT_LIMIT;
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of request.body) {
    received += chunk.byteLength;
    if (received <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (received > DRAINED) break;
  }
  return received > limit ? undefined : copyRequest(request, { body: Buffer.concat(chunks) });
}
