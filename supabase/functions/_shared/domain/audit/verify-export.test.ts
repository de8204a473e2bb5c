import { createHash, generateKeyPairSync } from 'node:crypto';
import { auditExportLine, auditManifestLine, type AuditExportRow } from '@homie/contracts/admin';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPublicKey, readSigningKey, type SigningKey } from './signing-keys.ts';
import { isSigned, signStatement } from './statements.ts';
import { verifyExport } from './verify-export.ts';

const newKey = () =>
  readSigningKey(
    generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'der' })
      .toString('base64'),
  );
const hex = (text: string) => createHash('sha256').update(text, 'hex').digest('hex');

/** Returns the rows of a separate hash chain without every third entry, newest first. */
function rowsOfExport(): AuditExportRow[] {
  let hash = '00'.repeat(32);
  const rows = Array.from({ length: 30 }, (_, index) => {
    const entry = `{"n": ${index}, "text": "é \\"}\\" \u2028 ${'x'.repeat(index)}"}`;
    const previous = hash;
    hash = hex(previous + createHash('sha256').update(entry).digest('hex'));
    return { seq: index + 1, previous, hash, entry };
  });
  return rows.filter(({ seq }) => seq % 3 !== 0).toReversed();
}

async function linesOfExport(key: SigningKey): Promise<string[]> {
  const rows = rowsOfExport();
  const time = '2026-11-21T10:00:00.000Z';
  const manifest = await signStatement(key, {
    kind: 'audit-export',
    exportId: crypto.randomUUID(),
    format: 'jsonl',
    filter: {},
    rows: rows.length,
    limited: false,
    firstSeq: 1,
    lastSeq: 29,
    hashes: hex(rows.map(({ hash }) => hash).join('')),
    upTo: 30,
    begunAt: time,
    madeAt: time,
  });
  const at = rows[0];
  const checkpoint = await signStatement(key, {
    kind: 'audit-checkpoint',
    seq: at?.seq,
    hash: at?.hash,
    entries: 29,
    madeAt: time,
  });
  return [...rows.map(auditExportLine), auditManifestLine({ manifest, checkpoint })];
}

let key: SigningKey;
let lines: string[];
beforeAll(async () => {
  key = await newKey();
  lines = await linesOfExport(key);
});
const verify = (changed: readonly string[]) => verifyExport(changed, [key.publicKey]);
const first = async (changed: readonly string[]) => (await verify(changed)).problems[0];

test('an unchanged export verifies without problems', async () => {
  const report = await verify([...lines, '']);
  expect(report).toMatchObject({ rows: 20, joined: 10, problems: [] });
  expect(report.manifest).toMatchObject({ rows: 20, upTo: 30 });
  expect(report.checkpoint).toMatchObject({ seq: 29 });
});

describe('tampering with a file', () => {
  const swapped = () => {
    const [one = '', two = '', ...rest] = lines;
    return [two, one, ...rest];
  };
  test.each([
    [
      'a changed entry',
      () => lines.with(4, lines[4]?.replace('"n": ', '"n":  ') ?? ''),
      5,
      /changed/,
    ],
    ['a row without its form', () => lines.with(4, '{"seq":1}'), 5, /no row/],
    ['a row that is gone', () => lines.toSpliced(4, 1), 20, /20 rows, but the file has 19/],
    ['a row that is there twice', () => lines.toSpliced(4, 0, lines[3] ?? ''), 5, /twice/],
    ['rows in another order', swapped, 21, /not in their order/],
    ['a file that was cut', () => lines.slice(0, 8), 8, /manifest is missing/],
    ['no file at all', () => [], 0, /manifest is missing/],
    [
      'a manifest that was changed',
      () => lines.with(20, lines[20]?.replace('\\"rows\\":20', '\\"rows\\":19') ?? ''),
      21,
      /manifest is not signed/,
    ],
  ] as const)('%s is reported', async (_, change, line, what) => {
    expect(await first(change())).toEqual({ line, what: expect.stringMatching(what) });
  });

  test('an entry with a recomputed hash breaks the chain and differs from the manifest', async () => {
    const [row] = rowsOfExport().slice(5, 6);
    if (!row) throw new Error('no row');
    const entry = '{"n": "forged"}';
    const hash = hex(row.previous + createHash('sha256').update(entry).digest('hex'));
    const { problems } = await verify(lines.with(5, auditExportLine({ ...row, entry, hash })));
    expect(problems.map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/follow|not those of the manifest/)]),
    );
  });

  test('a manifest or checkpoint signed with another key is reported', async () => {
    const forged = await linesOfExport(await newKey());
    expect((await verify(forged)).problems.map(({ what }) => what)).toEqual([
      'The manifest is not signed with the given key.',
      'The checkpoint is not signed with the given key.',
    ]);
  });
});

describe('links and checkpoints', () => {
  const row = (seq: number, previous: string, text = 'x') => {
    const entry = `{"n": ${seq}, "text": "${text}"}`;
    const hash = hex(previous + createHash('sha256').update(entry).digest('hex'));
    return { seq, previous, hash, entry };
  };
  const zero = '00'.repeat(32);
  async function end(rows: readonly AuditExportRow[], at?: { seq: number; hash: string }) {
    const manifest = await signStatement(key, {
      kind: 'audit-export',
      exportId: crypto.randomUUID(),
      format: 'jsonl',
      filter: {},
      rows: rows.length,
      limited: false,
      firstSeq: 1,
      lastSeq: 3,
      hashes: hex(rows.map(({ hash }) => hash).join('')),
      upTo: 3,
      begunAt: '2026-11-21T10:00:00.000Z',
      madeAt: '2026-11-21T10:00:00.000Z',
    });
    const checkpoint =
      at &&
      (await signStatement(key, {
        kind: 'audit-checkpoint',
        ...at,
        entries: 3,
        madeAt: '2026-11-21T10:00:00.000Z',
      }));
    return auditManifestLine({ manifest, checkpoint: checkpoint ?? null });
  }
  const check = async (rows: readonly AuditExportRow[], at?: { seq: number; hash: string }) =>
    await verify([...rows.map(auditExportLine), await end(rows, at)]);

  test('a broken link is reported with the numbers of both entries', async () => {
    const rows = [row(1, zero), row(2, 'ab'.repeat(32))];
    const report = await check(rows);
    expect(report).toMatchObject({ rows: 2, joined: 1, checkpoint: undefined });
    expect(report.manifest).toMatchObject({ rows: 2 });
    expect(report.problems).toEqual([{ line: 2, what: 'Entry 2 does not follow on entry 1.' }]);
  });

  test('a checkpoint is compared with its entry and with the entry after it', async () => {
    const first = row(1, zero);
    const second = row(2, first.hash);
    const wrong = 'cd'.repeat(32);
    const problem = (seq: number, line: number) => [
      { line, what: `The checkpoint has another hash for entry ${seq}.` },
    ];
    expect((await check([first, second], { seq: 2, hash: second.hash })).problems).toEqual([]);
    expect((await check([second], { seq: 1, hash: first.hash })).problems).toEqual([]);
    expect((await check([second], { seq: 9, hash: wrong })).problems).toEqual([]);
    expect((await check([second], { seq: 2, hash: wrong })).problems).toEqual(problem(2, 2));
    expect((await check([second], { seq: 1, hash: wrong })).problems).toEqual(problem(1, 2));
  });

  test('at most 20 problems are reported, sorted by line', async () => {
    const broken = Array.from({ length: 25 }, (_, index) => row(25 - index, zero));
    const { problems } = await check(broken);
    expect(problems).toHaveLength(20);
    expect(problems.map(({ line }) => line)).toEqual(
      problems.map(({ line }) => line).toSorted((a, b) => a - b),
    );
  });

  test('the last row of a truncated file is verified as well', async () => {
    const first = row(1, zero);
    const changed = auditExportLine({ ...first, entry: '{"n": 9}' });
    const report = await verify([changed]);
    expect(report).toMatchObject({ rows: 1, manifest: undefined, checkpoint: undefined });
    expect(report.problems.map(({ what }) => what)).toEqual([
      'Entry 1 does not match its hash: it was changed.',
      expect.stringMatching(/manifest is missing/),
    ]);
  });

  test('a last line that is not JSON is reported as a missing manifest', async () => {
    expect((await verify(['rubbish'])).problems).toEqual([
      { line: 1, what: expect.stringMatching(/manifest is missing/) },
    ]);
  });
});

test('readPublicKey accepts only public keys, with or without PEM lines', async () => {
  const { id, publicKey } = key.publicKey;
  const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`;
  expect((await readPublicKey(pem)).id).toBe(id);
  for (const text of ['', 'rubbish', publicKey.slice(4), `${publicKey}AAAA`])
    await expect(readPublicKey(text)).rejects.toThrow('This is no public key of the audit log.');
  await expect(readSigningKey(publicKey)).rejects.toThrow('Set AUDIT_SIGNING_KEY');
});

test('isSigned requires the exact payload and a known key', async () => {
  const statement = await signStatement(key, { kind: 'x' });
  expect(await isSigned(statement, [key.publicKey])).toBe(true);
  expect(await isSigned({ ...statement, payload: '{"kind": "x"}' }, [key.publicKey])).toBe(false);
  expect(await isSigned({ ...statement, signature: '%' }, [key.publicKey])).toBe(false);
  expect(await isSigned(statement, [(await newKey()).publicKey])).toBe(false);
});
