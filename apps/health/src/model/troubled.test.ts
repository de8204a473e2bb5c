import type { RemoteHealth } from '@homie/api-client';
import type { Manifest, RemoteResolution } from '@homie/composition';
import { expect, test } from 'vitest';
import { findTroubled, partId } from './troubled';

const manifest = { remotes: { chat: {}, admin: {}, billing: {} } } as unknown as Manifest;
const runs = (name: string, source = 'current') =>
  ({ name, status: 'resolved', source }) as RemoteResolution;
const failed = (remote: string): RemoteHealth =>
  ({ remote, environment: 'local', outcome: 'crashed', count: 1 }) as unknown as RemoteHealth;

test('parts that failed, run a fallback or are not on this page need attention, the shell too', () => {
  const resolutions = [runs('chat'), runs('admin', 'fallback')];
  const running = { environment: 'local', resolutions, counters: undefined };
  expect(findTroubled(manifest, running)).toEqual(['admin', 'billing']);
  expect(
    findTroubled(manifest, {
      ...running,
      resolutions: ['chat', 'admin', 'billing'].map((name) => runs(name)),
      counters: [failed('chat'), failed('shell')],
    }),
  ).toEqual(['chat', 'shell']);
  expect(partId('chat')).toBe('part-chat');
  expect(partId('shell')).toBe('shell');
});
