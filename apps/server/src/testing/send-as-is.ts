import { once } from 'node:events';
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The raw response: no redirect followed, not decompressed. */
export interface AnswerAsIs {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request that fetch would normalize, refuse or extend: any path, method and headers. */
export async function sendAsIs(
  base: string,
  asked: Pick<RequestOptions, 'path' | 'method' | 'headers'>,
): Promise<AnswerAsIs> {
  const { hostname, port } = new URL(base);
  const sent = request({ hostname, port, ...asked }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: await buffer(response) };
}
