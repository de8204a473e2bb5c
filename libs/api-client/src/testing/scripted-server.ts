import type { Api } from '../http/api';

/** What one request is answered with. */
export type ScriptedAnswer =
  Response | Error | ((request: Request) => Response | Promise<Response>);

/**
 * Stands in for the network, not for the server: answers requests in order and keeps them. A call of the client against
 * a real server is tested in the HTTP and browser suites.
 */
export function scriptedFetch(...answers: ScriptedAnswer[]) {
  const requests: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    // A probe of the server's health, which calls that fail start.
    if (request.url.endsWith('/auth/v1/health')) return new Response(null);
    requests.push(request);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('no answer scripted');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(request) : answer;
  };
  return { fetch, requests };
}

/** A server-sent event as it travels. */
export function sse(seq: number, event: string, data: unknown): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A response that streams these pieces of text. */
export function streamed(...pieces: string[]): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
}

/** A backend with a session. */
export function testApi(overrides: Partial<Api> = {}): Api {
  return {
    baseUrl: 'https://backend.example',
    publishableKey: 'sb_publishable_test',
    getAccessToken: async () => 'token-1',
    ...overrides,
  };
}
