import type { AuditCheckpoint, AuditManifest } from '@homie/contracts';
import { checkpointSchema, finishedExportSchema, manifestSchema } from '@homie/contracts/admin';
import { sha256 } from '../../http/sha256.ts';
import type { PublicKey } from './signing-keys.ts';
import { readStatement } from './statements.ts';

/** A problem in an exported file. */
interface ExportProblem {
  /** 1-based; the last line for a problem of the whole file. */
  line: number;
  what: string;
}

/** The result of verifying an exported file. */
export interface ExportReport {
  rows: number;
  /** The number of rows whose preceding entry is in the file too. */
  joined: number;
  /** Sorted by line; empty if the file is valid. */
  problems: ExportProblem[];
  manifest: AuditManifest | undefined;
  checkpoint: AuditCheckpoint | undefined;
}

interface Row {
  line: number;
  previous: string;
  hash: string;
}

const ROW =
  /^\{"seq":(\d{1,16}),"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","entry":(\{.*\})\}$/s;
/** The maximum number of problems in a report: more would add no information. */
const PROBLEMS_MAX = 20;

/**
 * Verifies an export in JSON Lines without the server and its database: the hash of every row, the links between
 * consecutive rows, and all rows against the signed manifest in the last line.
 * @param lines without line breaks
 * @param keys the trusted public keys
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  keys: readonly PublicKey[],
): Promise<ExportReport> {
  const problems: ExportProblem[] = [];
  const rows = new Map<number, Row>();
  const hashes: string[] = [];
  let last: { line: number; text: string } | undefined;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text === '') continue;
    if (last) await readRow(last);
    last = { line, text };
  }
  line = last?.line ?? 0;
  const { manifest, checkpoint } = await readEnd(last);
  const joined = compareNeighbours();
  if (manifest) await compareWithManifest(manifest);
  if (checkpoint) compareWithCheckpoint(checkpoint);
  problems.sort((a, b) => a.line - b.line);
  return {
    rows: hashes.length,
    joined,
    problems: problems.slice(0, PROBLEMS_MAX),
    manifest,
    checkpoint,
  };

  function fail(at: number, what: string): void {
    problems.push({ line: at, what });
  }

  async function readRow(given: { line: number; text: string }): Promise<void> {
    const [, seqText = '', previous = '', hash = '', entry = ''] = ROW.exec(given.text) ?? [];
    if (entry === '') return fail(given.line, 'This is no row of an export.');
    const seq = Number(seqText);
    hashes.push(hash);
    const digest = await sha256(new TextEncoder().encode(entry));
    if ((await sha256(decodeHex(previous + digest))) !== hash)
      fail(given.line, `Entry ${seq} does not match its hash: it was changed.`);
    if (rows.has(seq)) fail(given.line, `Entry ${seq} is there twice.`);
    rows.set(seq, { line: given.line, previous, hash });
  }

  async function readEnd(given: typeof last) {
    const missing = { manifest: undefined, checkpoint: undefined };
    const end = finishedExportSchema.safeParse(given && parsed(given.text));
    if (!end.success) {
      // In a truncated file, the last line may be another row instead of the manifest.
      if (given && ROW.test(given.text)) await readRow(given);
      fail(line, 'The signed manifest is missing: the file was cut, or its export did not end.');
      return missing;
    }
    const manifest = await readStatement(end.data.manifest, keys, manifestSchema);
    if (!manifest) fail(line, 'The manifest is not signed with the given key.');
    if (!end.data.checkpoint) return { manifest, checkpoint: undefined };
    const checkpoint = await readStatement(end.data.checkpoint, keys, checkpointSchema);
    if (!checkpoint) fail(line, 'The checkpoint is not signed with the given key.');
    return { manifest, checkpoint };
  }

  function compareNeighbours(): number {
    let count = 0;
    for (const [seq, row] of rows) {
      const before = rows.get(seq - 1);
      if (!before) continue;
      count += 1;
      if (before.hash !== row.previous)
        fail(row.line, `Entry ${seq} does not follow on entry ${seq - 1}.`);
    }
    return count;
  }

  async function compareWithManifest(said: AuditManifest): Promise<void> {
    const sum = await sha256(decodeHex(hashes.join('')));
    if (said.rows !== hashes.length)
      fail(line, `The manifest lists ${said.rows} rows, but the file has ${hashes.length}.`);
    else if (said.hashes !== sum)
      fail(line, 'The rows are not those of the manifest, or not in their order.');
  }

  function compareWithCheckpoint({ seq, hash }: AuditCheckpoint): void {
    const [at, behind] = [rows.get(seq), rows.get(seq + 1)];
    if ((at && at.hash !== hash) || (behind && behind.previous !== hash))
      fail(line, `The checkpoint has another hash for entry ${seq}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
