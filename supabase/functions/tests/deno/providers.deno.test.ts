import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDeno } from '../support/deno.ts';
import { requestFromProviders, type ProviderOutcome } from '../support/provider-cases.ts';
import { REPLY, startProviderMock } from '../support/provider-mock.ts';

let mock: LLMock;
beforeAll(async () => {
  mock = await startProviderMock();
});
beforeEach(() => mock.resetMatchCounts());
afterAll(() => mock.stop());

test('the adapters parse provider responses on Deno as on Node', async () => {
  const address = `${mock.url}/v1`;
  const onNode = await requestFromProviders(address);
  mock.resetMatchCounts();
  const script = 'supabase/functions/tests/deno/ask-providers.ts';
  const args = ['--no-check', '--no-prompt', '--allow-net', '--allow-env', '--allow-read'];
  const { output, errors } = await runDeno('run', 'conversations', [...args, script, address]);
  const onDeno = JSON.parse(output || errors) as ProviderOutcome[];

  // The number of events before a cut connection is not deterministic.
  const comparable = (outcomes: ProviderOutcome[]) =>
    outcomes.map((outcome) =>
      outcome.name.endsWith(': cut') ? { name: outcome.name, error: outcome.error } : outcome,
    );
  expect(comparable(onDeno)).toEqual(comparable(onNode));
  const of = (...questions: string[]) =>
    onDeno.filter(({ name }) => questions.includes(name.split(': ')[1] ?? ''));
  const whole = of('hello', 'slow', 'busy');
  expect(whole.map(({ text, error }) => [text, error])).toEqual(Array(6).fill([REPLY, null]));
  const parts = of('cut');
  expect(parts).toHaveLength(2);
  for (const { text, error } of parts) {
    expect(error).toBe('stream_broken, retryable');
    expect(text).not.toBe('');
    expect(REPLY.startsWith(text)).toBe(true);
  }
});
