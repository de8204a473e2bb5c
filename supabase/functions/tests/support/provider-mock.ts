import { LLMock } from '@copilotkit/aimock';

/** Secret in the refusals of the mock, which must never be shown. */
export const SECRET = 'sk-very-secret';

/** Reply of the mock on success. */
export const REPLY =
  'The rent is due every Monday. Pets need the written consent of the owner, and so does a second key.';

const REFUSAL = `Incorrect key ${SECRET}.\n    at https://${SECRET}.example.org/v1`;

/**
 * Starts a third-party mock server with the protocol of OpenAI. The last message selects the response: `hello` a reply,
 * others the fault that they name.
 */
export async function startProviderMock(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, chunkSize: 10 });
  const reply = { content: REPLY };
  const refuse = (status: number, code?: string) => ({
    error: { message: REFUSAL, type: SECRET, ...(code && { code }) },
    status,
  });
  mock.on({ userMessage: /hello$/ }, reply);
  mock.on(
    { userMessage: /counted$/ },
    { ...reply, usage: { input_tokens: 12, output_tokens: 30 } },
  );
  mock.on({ userMessage: /^Your last message was cut off/ }, { content: ' And so on.' });
  mock.on({ userMessage: /cut$/ }, reply, { truncateAfterChunks: 7, latency: 5 });
  mock.on({ userMessage: /slow$/ }, reply, { streamingProfile: { ttft: 400 } });
  mock.on({ userMessage: /endless$/ }, reply, { streamingProfile: { ttft: 0, tps: 0.1 } });
  mock.on(
    { userMessage: /busy$/, sequenceIndex: 0 },
    { ...refuse(429, 'rate_limit_exceeded'), retryAfter: 1 },
  );
  mock.on({ userMessage: /busy$/ }, reply);
  mock.on({ userMessage: /penniless$/ }, refuse(429, 'insufficient_quota'));
  for (const status of [400, 401, 403, 404, 500, 503]) {
    mock.on({ userMessage: new RegExp(`${status}$`) }, refuse(status, SECRET));
  }
  mock.on({ userMessage: /malformed$/ }, reply, { chaos: { malformedRate: 1 } });
  mock.on({ userMessage: /disconnected$/ }, reply, { chaos: { disconnectRate: 1 } });
  mock.on({ userMessage: /search$/ }, { ...reply, webSearches: ['rent'] });
  await mock.start();
  return mock;
}
