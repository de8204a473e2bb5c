import type { MiddlewareHandler } from 'hono';
import { copyRequest } from './copy-request.ts';
import { LimitedBody } from './limited-body.ts';
import { replaceResponse } from './replace-response.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Largest request body by path; the first matching rule applies. */
const RULES: readonly (readonly [path: RegExp, bytes: number])[] = [
  [/^\/(auth\/v1\/|csp-reports$)/, 16 * KB],
];
const DEFAULT_LIMIT = MB;
/**
 * Upload paths, for authenticated callers. Their bodies are streamed to the handlers, which know best what a caller may
 * send. For all other callers these are ordinary paths.
 */
const FILE_RULES: readonly (readonly [path: RegExp, bytes: number])[] = [
  // A file of 25 MB as base64 within JSON. The endpoint is named in the body.
  [/^\/functions\/v1\/conversations$/, 40 * MB],
  [/^\/storage\/v1\//, 26 * MB],
  // The text of a document, up to 2 million characters, with the names of the columns in each row of a table.
  [/^\/rest\/v1\/rpc\/finish_document_version$/, 40 * MB],
];
/** Read and discarded before the refusal: a client that is still sending would not receive it. */
const DRAINED = 64 * MB;

export interface BodyLimitOptions {
  /** Returns whether the caller is authenticated; called only if the result matters. */
  isKnown: (request: Request) => Promise<boolean>;
}

/** Set for a request with a streamed body. */
export interface BodyLimitVariables {
  limitedBody?: LimitedBody;
}

/**
 * Refuses bodies that are longer than their path allows, regardless of their declared length.
 * @example app.use('/rest/v1/*', bodyLimit({ isKnown }));
 */
export function bodyLimit({
  isKnown,
}: BodyLimitOptions): MiddlewareHandler<{ Variables: BodyLimitVariables }> {
  return async (context, next) => {
    const request = context.req.raw;
    const { path } = context.req;
    if (request.body === null) return next();
    const fileLimit = findLimit(FILE_RULES, path);
    if (fileLimit === undefined || !(await isKnown(request))) {
      const body = await readWhole(request.body, findLimit(RULES, path) ?? DEFAULT_LIMIT);
      if (body === undefined) return tooLarge();
      context.req.raw = copyRequest(request, { body });
      return next();
    }
    const limited = new LimitedBody(request.body, fileLimit);
    if (Number(request.headers.get('content-length')) > fileLimit) {
      // Refused at once; data that still arrives is discarded.
      void limited.drain(DRAINED);
      return tooLarge();
    }
    context.req.raw = copyRequest(request, { body: limited.stream });
    context.set('limitedBody', limited);
    await next();
    await limited.drain(DRAINED);
    if (limited.exceeded) replaceResponse(context, tooLarge());
  };
}

export function tooLarge(): Response {
  return Response.json({ message: 'The request is too large' }, { status: 413 });
}

function findLimit(rules: typeof RULES, path: string): number | undefined {
  return rules.find(([pattern]) => pattern.test(path))?.[1];
}

/** @returns undefined for a body that is longer than the limit */
async function readWhole(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body) {
    received += chunk.byteLength;
    if (received <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (received > DRAINED) break;
  }
  return received > limit ? undefined : Buffer.concat(chunks);
}
