import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findBaseline, readMigrations } from '@homie/server';
import {
  copyDataFolder,
  createScratchDatabase,
  runHomie,
  startTestServer,
  type Session,
  type TestServer,
} from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewriteArchive } from './rewrite-archive.ts';

const root = resolve(import.meta.dirname, '../../..');
const WORKER = ['worker@secondhomie.example', 'homie-demo-2026'] as const;
const BYTES = Buffer.from(Array.from({ length: 2_000_000 }, (_, index) => (index * 7) % 251));
const FILE = '/storage/v1/object/audit-checkpoints-set-aside/9999999999999999/kept.json';

type Place = { HOMIE_DATA: string } & Partial<Record<'DATABASE_URL' | 'HOMIE_SEED', string>>;

let folder: string;
let source: Place;
let earlier: { session: Session; written: string[]; duringBackup: string[] };
let report: { stored: number; made: string };
let archive: string;
const scratches: { drop(): Promise<void> }[] = [];

/** Starts a server in this process, with the same settings as in a separate one. */
const start = (place: Place, seed = false) =>
  startTestServer({
    database:
      place.DATABASE_URL === undefined
        ? { dataDir: place.HOMIE_DATA }
        : { databaseUrl: place.DATABASE_URL, dataDir: place.HOMIE_DATA },
    storageDir: join(place.HOMIE_DATA, 'storage'),
    seed,
  });

const homie = (place: Place | Record<string, never>, ...line: string[]) =>
  runHomie(root, { ...place }, line);

async function write(server: TestServer, session: Session, title: string): Promise<string> {
  const [assistant] = (await (
    await server.call('/rest/v1/assistants?select=id&limit=1', { as: session })
  ).json()) as { id: string }[];
  const response = await server.call('/rest/v1/conversations?select=id', {
    as: session,
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ assistant_id: assistant?.id, title }),
  });
  const [row] = (await response.json()) as { id: string }[];
  return row?.id ?? '';
}

async function newPlace(onPostgres: boolean): Promise<Place> {
  const HOMIE_DATA = await mkdtemp(join(folder, 'place-'));
  if (!onPostgres) return { HOMIE_DATA };
  const scratch = await createScratchDatabase();
  scratches.push(scratch);
  return { HOMIE_DATA, DATABASE_URL: scratch.databaseUrl };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-backup-'));
  source = { HOMIE_DATA: join(folder, 'source') };
  archive = join(folder, 'first.homie');
  await copyDataFolder(source.HOMIE_DATA);
  const server = await start(source, true);
  const session = await server.signIn(...WORKER);
  const stored = await server.call(FILE, {
    as: 'service',
    method: 'POST',
    headers: { authorization: `Bearer ${server.secretKey}`, 'content-type': 'application/json' },
    body: BYTES,
  });
  const written = [await write(server, session, 'before'), await write(server, session, 'before')];
  // Users write while the backup runs: confirmed writes are stored, in the source and in the copy.
  const made = homie(source, 'backup', archive);
  const duringBackup = await Promise.all(
    Array.from({ length: 20 }, () => write(server, session, 'meanwhile')),
  );
  report = { stored: stored.status, made: await made };
  await server.stop();
  earlier = { session, written, duringBackup };
});
afterAll(async () => {
  await Promise.all(scratches.map((scratch) => scratch.drop()));
  await rm(folder, { recursive: true, force: true });
});

/** Verifies that a user with an earlier account finds all their data. */
async function expectEverything(
  place: Place,
  earlierSession: 200 | 401,
  whileItRuns: () => Promise<void> = async () => {},
): Promise<string[]> {
  const server = await start(place);
  try {
    const session = await server.signIn(...WORKER);
    const read = (as: Session) =>
      server.call('/rest/v1/conversations?select=id&title=in.(before,meanwhile)', { as });
    expect((await read(earlier.session)).status).toBe(earlierSession);
    const refreshed = await server.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: earlier.session.refreshToken }),
    });
    expect(refreshed.ok).toBe(earlierSession === 200);
    const rows = (await (await read(session)).json()) as { id: string }[];
    const stored = await server.call(FILE, {
      as: 'service',
      headers: { authorization: `Bearer ${server.secretKey}` },
    });
    expect(Buffer.from(await stored.arrayBuffer()).equals(BYTES)).toBe(true);
    await whileItRuns();
    // Sequences continue, and new entries are linked to the existing chain.
    expect(await write(server, session, 'after')).toMatch(/^[0-9a-f-]{36}$/);
    return rows.map(({ id }) => id);
  } finally {
    await server.stop();
    expect(await homie(place, 'audit', 'check')).toMatch(
      /^All \d+ entries are as they were linked\.$/,
    );
  }
}

test('ENDS-07 a backup made during writes moves everything to PostgreSQL, and back; a restore ends sessions', async () => {
  expect(report).toEqual({
    stored: 200,
    made: expect.stringMatching(
      /^Wrote .*first\.homie: \d+ rows of \d+ tables, [1-9]\d* files\. It holds everything, secrets too/,
    ),
  });
  expect(await homie(source, 'backup', archive, '--check')).toMatch(
    /^.*first\.homie is whole: made /,
  );
  const place = await newPlace(true);
  const restored = /^Restored: \d+ rows of \d+ tables and [1-9]\d* files are as they were on /;
  expect(
    await (place.DATABASE_URL === undefined
      ? homie(place, 'restore', archive)
      : homie(place, 'move', 'import', archive)),
  ).toMatch(restored);
  expect(await homie(place, 'restore', archive)).toMatch(/^It was there already: /);
  const moved = join(folder, 'moved.homie');
  // The keys were moved too.
  const found = await expectEverything(place, 200, async () => {
    expect(await homie(place, 'move', 'export', moved)).toMatch(/^Wrote .*moved\.homie: /);
  });
  expect(found).toEqual(expect.arrayContaining(earlier.written));
  // Some of the concurrent writes are in the archive, others were too late; nothing else is in it.
  const known = new Set([...earlier.written, ...earlier.duringBackup]);
  expect(found.filter((id) => !known.has(id))).toEqual([]);
  await expect(homie(place, 'restore', archive)).rejects.toThrow(
    /^The database holds other data already .* Nothing was changed\.$/,
  );
  await expect(homie(place, 'move', 'export', moved)).rejects.toThrow('is there already');

  const back = await newPlace(false);
  expect(await homie(back, 'restore', moved)).toMatch(restored);
  expect(await homie(back, 'restore', moved)).toMatch(/^It was there already: /);
  expect(new Set(await expectEverything(back, 401))).toEqual(new Set(found));
});

test('ENDS-07 an archive from before the baseline migration is restored, with its sessions if asked; one with some of the replaced migrations is refused', async () => {
  const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'));
  const [, ...later] = migrations;
  const { replaced = [] } = findBaseline(migrations) ?? {};
  const after = later.map((migration) => migration.version);
  const place = await newPlace(true);
  const all = await rewriteArchive(archive, join(folder, 'earlier.homie'), [...replaced, ...after]);
  expect(await homie(place, 'restore', all, '--keep-sessions')).toMatch(/^Restored: /);
  expect(await expectEverything(place, 200)).toEqual(expect.arrayContaining(earlier.written));

  const some = [...replaced.slice(0, 30), ...after];
  await rewriteArchive(archive, join(folder, 'too-early.homie'), some);
  await expect(
    homie(await newPlace(false), 'restore', join(folder, 'too-early.homie')),
  ).rejects.toThrow(
    `The archive lacks ${replaced.length - 30} of the ${replaced.length} migrations that one baseline migration replaced.`,
  );
});

test('a truncated or changed archive is refused before any change', async () => {
  const bytes = await readFile(archive);
  const place = { HOMIE_DATA: join(folder, 'untouched') };
  const cut = join(folder, 'cut.homie');
  await writeFile(cut, bytes.subarray(0, bytes.length - 1000));
  await expect(homie(place, 'restore', cut)).rejects.toThrow(/cut\.homie is no whole archive/);
  const changed = join(folder, 'changed.homie');
  await writeFile(
    changed,
    bytes.with(Math.floor(bytes.length / 2), 255 - (bytes.at(bytes.length / 2) ?? 0)),
  );
  // Depending on the byte: one of the format, or one of the data.
  await expect(homie(place, 'restore', changed)).rejects.toThrow(
    /is no whole archive|The archive was changed/,
  );
  await expect(homie(place, 'restore', join(folder, 'none'))).rejects.toThrow('no whole archive');
  await expect(readFile(join(place.HOMIE_DATA, 'secrets.json'))).rejects.toThrow('ENOENT');
});

test('the key of the audit log is written to a file that only its owner can read, and nowhere else', async () => {
  const report = await homie({}, 'move', 'keys', archive);
  const written = await readFile(`${archive}.env`, 'utf8');
  expect(written).toMatch(/^AUDIT_SIGNING_KEY=[\w+/]{60,}=*\n$/);
  expect(report).not.toContain(written.trim().split('=')[1]);
});

test.each([
  [['backup'], "missing required argument 'file'"],
  [['backup', 'a', 'b'], 'too many arguments'],
  [['backup', 'a', '--to', 'b'], "unknown option '--to'"],
  [['restore'], "missing required argument 'file'"],
  [['move'], '(outputHelp)'],
  [['move', 'forget', 'a'], "unknown command 'forget'"],
])('homie %j is refused as invalid', async (line, message) => {
  await expect(homie(source, ...line)).rejects.toThrow(message);
});
