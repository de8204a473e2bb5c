import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  readPublicKey,
  type PublicKey,
} from '../../../../../supabase/functions/_shared/domain/audit/signing-keys.ts';
import {
  verifyExport,
  type ExportReport,
} from '../../../../../supabase/functions/_shared/domain/audit/verify-export.ts';
import { AuditCommandError, AuditProblemError } from './audit-errors.ts';

/**
 * Verifies an exported file without the server and its database.
 * @returns a description of what it proves and what it does not
 * @throws {AuditProblemError} with the mismatch; {AuditCommandError} if there is no file or no key
 */
export async function verifyFile(file: string, publicKey: string): Promise<string> {
  const report = await verifyExport(readLines(file), [await loadKey(publicKey)]);
  if (report.problems.length > 0)
    throw new AuditProblemError(
      [
        `${file} is not as it was exported:`,
        ...report.problems.map(({ line, what }) => `  line ${line}: ${what}`),
      ].join('\n'),
    );
  return describe(file, report);
}

async function loadKey(given: string): Promise<PublicKey> {
  return readPublicKey(given).catch(async () => {
    const text = await readFile(given, 'utf8').catch(() => undefined);
    if (text === undefined)
      throw new AuditCommandError('--public-key is neither a public key nor a file with one.');
    return readPublicKey(text).catch((error: unknown) => {
      throw new AuditCommandError(`${given}: ${error instanceof Error ? error.message : error}`);
    });
  });
}

/** Splits a file into lines at \\n alone: an entry may contain other line separators of Unicode. */
async function* readLines(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, 'utf8');
  let rest = '';
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new AuditCommandError(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  yield rest;
}

function describe(file: string, { rows, joined, manifest, checkpoint }: ExportReport): string {
  const limited = manifest?.limited ? ' More entries fitted than an export may hold.' : '';
  return `${file} is as it was exported.

It proves, as far as the signing key was the server's alone:
  - each of its ${rows} entries is, to the letter, the one that was linked into the chain;
  - they are exactly what fitted the filter ${JSON.stringify(manifest?.filter)} up to entry ${manifest?.upTo},
    as the server summed it up at ${manifest?.madeAt}: none was added, left out or moved.${limited}
  - ${joined} of them follow directly on another one in the file.
${
  checkpoint
    ? `  - At ${checkpoint.madeAt} the chain ended with entry ${checkpoint.seq} and the hash ${checkpoint.hash}.`
    : '  - There is no checkpoint in it: at its time the chain did not fit the last one.'
}

It does not prove that what was recorded is true, that nothing was taken out of the log before the checkpoint that came
before this export, or anything of entries that the filter leaves out. Compare the checkpoint with later ones for that.`;
}
