import {
  manifestSchema,
  resolveRemote,
  type RemoteModule,
  type RemoteResolution,
  type ResolvedRemote,
  type TelemetryEvent,
} from '@homie/composition';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManifestReading, ReadReason } from '../read-manifest';
import { RemoteError } from '../remote-error';
import type { SelectForPerson } from '../selection/release-selection';
import { createRemoteLoader, DEADLINE_MILLISECONDS } from './remote-loader';

const screens: RemoteModule = { default: () => null };
const entry = '/remotes/chat/1.0.0/entry.js';

function manifest(remotes: object = { chat: { version: '1.0.0', entry } }) {
  return manifestSchema.parse({ schemaVersion: 1, revision: 1, remotes });
}

type Load = (remote: ResolvedRemote, attempt: number) => Promise<RemoteModule>;
type ReadManifest = (reason: ReadReason) => Promise<ManifestReading>;

function remotesWith(load: Load, forPerson?: SelectForPerson) {
  const loads = vi.fn<Load>(load);
  const readManifest = vi.fn<ReadManifest>(async () => ({ manifest: manifest() }));
  const events: TelemetryEvent[] = [];
  const remotes = createRemoteLoader({
    runtime: { load: loads, diagnose: async () => ({ reason: 'missing', text: 'x' }) },
    readManifest,
    provided: { '@homie/ui': '2.0.0' },
    forPerson,
    report: (event) => events.push(event),
  });
  return { remotes, loads, readManifest, events };
}

describe('a remote', () => {
  test('is loaded once by several calls', async () => {
    const { remotes, loads } = remotesWith(async () => screens);
    await Promise.all([remotes.load('chat'), remotes.load('chat')]);
    expect(await remotes.load('chat')).toEqual(screens);
    expect(loads).toHaveBeenCalledTimes(1);
    expect(remotes.status('chat')).toBe('ready');
  });

  test('is fetched a second time, by a manifest from the server and at another address', async () => {
    const { remotes, loads, readManifest } = remotesWith(async (_remote, attempt) => {
      if (attempt === 0) throw new Error('net::ERR_FAILED');
      return screens;
    });
    await expect(remotes.load('chat')).resolves.toEqual(screens);
    expect(loads.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1]);
    expect(readManifest.mock.calls).toEqual([['first'], ['retry']]);
  });

  test('fails when the second attempt fails too, and loads with a retry', async () => {
    let down = true;
    const { remotes, events } = remotesWith(async () => {
      if (down) throw new Error('net::ERR_FAILED');
      return screens;
    });
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'network' });
    expect(remotes.status('chat')).toBe('failed');
    // The diagnosis follows the failure.
    await expect(remotes.finding('chat')).resolves.toEqual({ reason: 'missing', text: 'x' });
    expect(events.at(-1)).toMatchObject({ type: 'remote-failed', reason: 'missing' });
    down = false;
    await expect(remotes.retry('chat')).resolves.toEqual(screens);
    expect(remotes.status('chat')).toBe('ready');
  });

  test('is unknown if the manifest does not name it', async () => {
    const { remotes } = remotesWith(async () => screens);
    await expect(remotes.load('maps')).rejects.toMatchObject({ reason: 'unknown' });
  });

  test('is refused before any code is loaded if it is incompatible', async () => {
    const { remotes, loads, readManifest } = remotesWith(async () => screens);
    const requires = { '@homie/ui': '^3.0.0' };
    readManifest.mockResolvedValue({
      manifest: manifest({ chat: { version: '1.0.0', entry, requires } }),
    });
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'incompatible' });
    expect(loads).not.toHaveBeenCalled();
  });

  test('fails without a manifest, and so does the composition', async () => {
    const { remotes, readManifest } = remotesWith(async () => screens);
    readManifest.mockRejectedValue(new RemoteError('manifest', 'answered 500'));
    await remotes.start();
    expect(remotes.composition.getState().status).toBe('failed');
    await expect(remotes.load('chat')).rejects.toMatchObject({ reason: 'manifest' });
  });
});

describe('a retry', () => {
  test('of a remote that is loading joins the load', async () => {
    const { remotes, loads } = remotesWith(async () => screens);
    await Promise.all([remotes.load('chat'), remotes.retry('chat')]);
    expect(loads).toHaveBeenCalledTimes(1);
  });

  test('is not affected by the load before it, which arrives late', async () => {
    vi.useFakeTimers();
    let arrive: (module: RemoteModule) => void = () => undefined;
    const late = new Promise<RemoteModule>((resolve) => (arrive = resolve));
    const hanging = new Promise<never>(() => undefined);
    const { remotes } = remotesWith((_remote, attempt) => (attempt === 0 ? late : hanging));
    const first = remotes.load('chat').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS);
    expect(await first).toMatchObject({ reason: 'slow' });
    remotes.retry('chat').catch(() => undefined);
    arrive(screens);
    await vi.advanceTimersByTimeAsync(0);
    expect(remotes.status('chat')).toBe('fetching');
    expect(remotes.screens('chat')).toBeUndefined();
    vi.useRealTimers();
  });
});

describe('a preload', () => {
  test('loads a remote before it is needed', () => {
    const { remotes } = remotesWith(async () => screens);
    remotes.preload('chat', {});
    expect(remotes.status('chat')).toBe('selecting');
  });

  test('does nothing if the user saves data', () => {
    const { remotes, readManifest } = remotesWith(async () => screens);
    remotes.preload('chat', { connection: { saveData: true } });
    expect(remotes.status('chat')).toBe('idle');
    expect(readManifest).not.toHaveBeenCalled();
  });

  test.each(['ready', 'failed'] as const)(
    'does nothing for a remote that is %s',
    async (status) => {
      const { remotes, loads } = remotesWith(async () => {
        if (status === 'failed') throw new RemoteError('unverified', '');
        return screens;
      });
      await remotes.load('chat').catch(() => undefined);
      remotes.preload('chat', {});
      expect(remotes.status('chat')).toBe(status);
      expect(loads).toHaveBeenCalledTimes(1);
    },
  );

  test('that fails has no effect: the next load starts again', async () => {
    const { remotes, loads } = remotesWith(async () => screens);
    loads.mockRejectedValueOnce(new RemoteError('unverified', ''));
    remotes.preload('chat', {});
    await vi.waitFor(() => expect(loads).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(remotes.status('chat')).toBe('idle'));
    await expect(remotes.load('chat')).resolves.toEqual(screens);
  });
});

describe('a slow remote', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('fails after eight seconds', async () => {
    const { remotes } = remotesWith(() => new Promise<never>(() => undefined));
    const outcome = remotes.load('chat').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS - 1);
    expect(remotes.status('chat')).toBe('fetching');
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ reason: 'slow' });
    expect(DEADLINE_MILLISECONDS).toBe(8_000);
  });

  test('is ready when it arrives after the deadline', async () => {
    let arrive: (module: RemoteModule) => void = () => undefined;
    const { remotes, loads } = remotesWith(() => new Promise((resolve) => (arrive = resolve)));
    remotes.load('chat').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(DEADLINE_MILLISECONDS);
    expect(remotes.status('chat')).toBe('failed');
    arrive(screens);
    await remotes.late('chat');
    expect(remotes.status('chat')).toBe('ready');
    await expect(remotes.load('chat')).resolves.toEqual(screens);
    expect(loads).toHaveBeenCalledOnce();
  });

  test('is not one whose user has yet to sign in', async () => {
    let signIn: (chosen: RemoteResolution) => void = () => undefined;
    const person = new Promise<RemoteResolution>((resolve) => (signIn = resolve));
    const { remotes, loads } = remotesWith(
      async () => screens,
      () => person,
    );
    const loading = remotes.load('chat');
    await vi.advanceTimersByTimeAsync(10 * DEADLINE_MILLISECONDS);
    expect(remotes.status('chat')).toBe('selecting');
    const { chat } = manifest().remotes;
    if (chat) signIn({ ...resolveRemote('chat', chat, { provided: {} }), version: '1.1.0' });
    await loading;
    expect(loads.mock.calls[0]?.[0]).toMatchObject({ version: '1.1.0' });
  });
});
