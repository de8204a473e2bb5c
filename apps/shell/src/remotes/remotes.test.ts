import {
  manifestSchema,
  resolveRemotes,
  type RemoteModule,
  type RemoteResolution,
  type ResolvedRemote,
  type TelemetryEvent,
} from '@homie/composition';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRemotes, DEADLINE_MILLISECONDS } from './remotes';
import type { ManifestReading } from './read-manifest';
import type { ChooseForPerson } from './release-choices';
import { RemoteError } from './remote-error';

const screens: RemoteModule = { default: () => null };
const entry = '/remotes/chat/1.0.0/entry.js';

function manifest(remotes: object = { chat: { version: '1.0.0', entry } }) {
  return manifestSchema.parse({ schemaVersion: 1, revision: 1, remotes });
}

type Load = (remote: ResolvedRemote, attempt: number) => Promise<RemoteModule>;
type ReadManifest = (options: { again: boolean }) => Promise<ManifestReading>;

function remotesWith(load: Load, forPerson?: ChooseForPerson) {
  const loads = vi.fn<Load>(load);
  const readManifest = vi.fn<ReadManifest>(async () => ({ manifest: manifest() }));
  const events: TelemetryEvent[] = [];
  const remotes = createRemotes({
    runtime: { load: loads, diagnose: async () => ({ reason: 'missing', text: 'x' }) },
    readManifest,
    provided: { '@homie/ui': '2.0.0' },
    forPerson,
    report: (event) => events.push(event),
  });
  return { remotes, loads, readManifest, events };
}

describe('a remote', () => {
  test('is loaded once, however often it is asked for', async () => {
    const { remotes, loads } = remotesWith(async () => screens);
    await Promise.all([remotes.load('chat'), remotes.load('chat')]);
    expect(await remotes.load('chat')).toEqual(screens);
    expect(loads).toHaveBeenCalledTimes(1);
    expect(remotes.state('chat')).toBe('ready');
  });

  test('is tried a second time by itself, with the manifest read anew and another address', async () => {
    const { remotes, loads, readManifest } = remotesWith(async (_remote, attempt) => {
      if (attempt === 0) throw new Error('net::ERR_FAILED');
      return screens;
    });
    await expect(remotes.load('chat')).resolves.toEqual(screens);
    expect(loads.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1]);
    expect(readManifest.mock.calls.map(([{ again }]) => again)).toEqual([false, true]);
  });

  test('fails when the second try fails too, and recovers when asked to', async () => {
    let down = true;
    const { remotes, events } = remotesWith(async () => {
      if (down) throw new Error('net::ERR_FAILED');
      return screens;
    });
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'network' });
    expect(remotes.state('chat')).toBe('failed');
    // That it is missing is found out after it was said that it did not come.
    await expect(remotes.finding('chat')).resolves.toEqual({ reason: 'missing', text: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'remote-failed', reason: 'missing' });
    down = false;
    await expect(remotes.retry('chat')).resolves.toEqual(screens);
    expect(remotes.state('chat')).toBe('ready');
  });

  test('that the manifest does not name is unknown', async () => {
    const { remotes } = remotesWith(async () => screens);
    await expect(remotes.load('maps')).rejects.toMatchObject({ reason: 'unknown' });
  });

  test('that does not fit is refused before any of it is loaded', async () => {
    const { remotes, loads, readManifest } = remotesWith(async () => screens);
    const requires = { '@homie/ui': '^3.0.0' };
    readManifest.mockResolvedValue({
      manifest: manifest({ chat: { version: '1.0.0', entry, requires } }),
    });
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'incompatible' });
    expect(loads).not.toHaveBeenCalled();
  });

  test('cannot be found without a manifest, and the composition says so', async () => {
    const { remotes, readManifest } = remotesWith(async () => screens);
    readManifest.mockRejectedValue(new RemoteError('manifest', 'answered 500'));
    await remotes.start();
    expect(remotes.composition().status).toBe('failed');
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'manifest' });
  });
});

describe('a slow remote', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is given up after eight seconds', async () => {
    const { remotes } = remotesWith(() => new Promise<never>(() => undefined));
    const outcome = remotes.load('chat').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS - 1);
    expect(remotes.state('chat')).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ reason: 'slow' });
    expect(DEADLINE_MILLISECONDS).toBe(8_000);
  });

  test('is not one whose person has yet to sign in', async () => {
    let signIn: (chosen: RemoteResolution) => void = () => undefined;
    const person = new Promise<RemoteResolution>((resolve) => (signIn = resolve));
    const { remotes, loads } = remotesWith(
      async () => screens,
      () => person,
    );
    const loading = remotes.load('chat');
    await vi.advanceTimersByTimeAsync(10 * DEADLINE_MILLISECONDS);
    expect(remotes.state('chat')).toBe('loading');
    const [chosen] = resolveRemotes(manifest(), { provided: {} });
    if (chosen) signIn({ ...chosen, version: '1.1.0' });
    await loading;
    expect(loads.mock.calls[0]?.[0]).toMatchObject({ version: '1.1.0' });
  });
});
