import { copyRequest } from './copy-request.ts';
import { LimitedBody } from './limited-body.ts';

type Answer = (request: Request) => Promise<Response>;

const KB = 1024;
const MB = 1024 * KB;

/** Largest request body by path; the first rule that fits counts. */
const RULES: readonly (readonly [path: RegExp, bytes: number])[] = [[/^\/auth\/v1\//, 16 * KB]];
const DEFAULT_LIMIT = MB;
/**
 * Paths that files are sent to, by callers who are known. Passed on as they come, for whoever answers knows better what
 * a caller may send; to strangers they are paths like all others.
 */
const FILE_RULES: readonly (readonly [path: RegExp, bytes: number])[] = [
  // A file of 25 MB as base64 within JSON. Which endpoint is meant stands in the body.
  [/^\/functions\/v1\/conversations$/, 40 * MB],
  [/^\/storage\/v1\//, 26 * MB],
];
/** Read and dropped before the refusal: a client that is still sending would not see it. */
const DRAINED = 64 * MB;

function limitOf(rules: typeof RULES, pathname: string): number | undefined {
  return rules.find(([path]) => path.test(pathname))?.[1];
}

/**
 * Answers a request whose body is as long as its route allows, whatever length it claims to have.
 * @param isKnown whether the caller has shown who it is; asked only where that makes a difference
 */
export async function withinBodyLimit(
  request: Request,
  isKnown: (request: Request) => Promise<boolean>,
  answer: Answer,
): Promise<Response> {
  if (request.body === null) return answer(request);
  const { pathname } = new URL(request.url);
  const fileLimit = limitOf(FILE_RULES, pathname);
  if (fileLimit !== undefined && (await isKnown(request)))
    return passOn(request, request.body, fileLimit, answer);
  return answerWhole(request, request.body, limitOf(RULES, pathname) ?? DEFAULT_LIMIT, answer);
}

async function passOn(
  request: Request,
  body: ReadableStream<Uint8Array>,
  limit: number,
  answer: Answer,
): Promise<Response> {
  const limited = new LimitedBody(body, limit);
  if (Number(request.headers.get('content-length')) > limit) {
    // Told at once; what is on its way all the same is dropped as it comes.
    void limited.drain(DRAINED);
    return tooLarge();
  }
  try {
    const response = await answer(copyRequest(request, { body: limited.stream }));
    await limited.drain(DRAINED);
    return limited.exceeded ? tooLarge() : response;
  } catch (error) {
    await limited.drain(DRAINED);
    if (limited.exceeded) return tooLarge();
    throw error;
  }
}

async function answerWhole(
  request: Request,
  body: ReadableStream<Uint8Array>,
  limit: number,
  answer: Answer,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body) {
    received += chunk.byteLength;
    if (received <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (received > DRAINED) break;
  }
  return received > limit
    ? tooLarge()
    : answer(copyRequest(request, { body: Buffer.concat(chunks) }));
}

function tooLarge(): Response {
  return Response.json({ message: 'The request is too large' }, { status: 413 });
}
