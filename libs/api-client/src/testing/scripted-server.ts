import type { Api } from '../http/api';

/** The response to one request. */
export type ScriptedAnswer =
  Response | Error | ((request: Request) => Response | Promise<Response>);

/**
 * Stubs the network, not the server: responds to requests in order and records them. Calls of the client against a real
 * server are tested in the HTTP and browser suites.
 */
export function scriptedFetch(...answers: ScriptedAnswer[]) {
  const requests: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    // A probe of the server's health, which failed calls start.
    if (request.url.endsWith('/auth/v1/health')) return new Response(null);
    requests.push(request);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('no answer scripted');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(request) : answer;
  };
  return { fetch, requests };
}

/** Formats a server-sent event as it is transmitted. */
export function sse(seq: number, event: string, data: unknown): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Creates a response that streams these chunks of text. */
export function streamResponse(...pieces: string[]): Response {
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

/** Creates a backend with a session. */
export function testApi(overrides: Partial<Api> = {}): Api {
  return {
    baseUrl: 'https://backend.example',
    publishableKey: 'sb_publishable_test',
    getAccessToken: async () => 'token-1',
    ...overrides,
  };
}
