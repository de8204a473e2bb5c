import { join } from 'node:path';
import { Argument, Option } from 'commander';
import { describeMessages } from '@homie/contracts';
import { auditHoldInputSchema, auditHoldSchema } from '@homie/contracts/admin';
import { shownKeys } from '../../../../../supabase/functions/audit/keys.ts';
import { acceptRestored } from '../../operations/audit/accept-restored.ts';
import { readAuditKeys } from '../../operations/audit/audit-keys.ts';
import { checkLog } from '../../operations/audit/check-log.ts';
import { signHead, type AuditLogAccess } from '../../operations/audit/compare-log.ts';
import {
  describeHold,
  holdAudit,
  liftHold,
  listHolds,
  purgeAudit,
  requireAuditLog,
  setRetention,
} from '../../operations/audit/manage-log.ts';
import { verifyFile } from '../../operations/audit/verify-file.ts';
import { withDatabase } from '../../operations/with-database.ts';
import { argumentParser, examples, jsonOption, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';
import { existsSync } from 'node:fs';
import type { Database } from '../../data/database/index.ts';
import { checkpointFile, type CheckpointFile } from '../../data/secrets/checkpoint-file.ts';

/**
 * Returns the file with the last checkpoint of a database; undefined if the database is that of a Supabase project, or
 * its data folder is not on this computer.
 */
async function findCheckpointFile(
  database: Database,
  dataDir: string,
): Promise<CheckpointFile | undefined> {
  const [ours] = await database.query("select to_regclass('embedded.lease') as name");
  return ours?.['name'] !== null && existsSync(dataDir) ? checkpointFile(dataDir) : undefined;
}

/** Defines `homie audit …`: the audit log, in the database of the server with these settings. */
export const defineAudit: DefineCommand = (audit, { root, environment, print, printStatus }) => {
  audit.addHelpText(
    'after',
    examples(
      'audit verify audit.jsonl --public-key KEY',
      'audit checkpoint > 2026-11-21.json',
      'audit check --checkpoint 2026-11-21.json',
      'audit hold participant 3f0c… --reason "An enquiry"',
      'audit purge --days 730',
    ),
  );
  const settings = () => readSettings(root, environment).backend;

  /** Calls `work` with the audit log: the database, the storage folder, the keys and the checkpoint file. */
  async function onLog<Result>(work: (log: AuditLogAccess) => Promise<Result>): Promise<Result> {
    const backend = settings();
    const keys = await readAuditKeys(backend);
    const storageDir = join(backend.dataDir, 'storage');
    return withDatabase(backend, { command: 'homie audit' }, async (database) => {
      await requireAuditLog(database);
      const checkpointFile = await findCheckpointFile(database, backend.dataDir);
      return work({ database, storageDir, keys, checkpointFile });
    });
  }

  audit
    .command('verify')
    .description('verify an exported JSON Lines file by itself, without the database')
    .argument('<file>')
    .requiredOption('--public-key <key>', 'the key, or a file with it')
    .action(async (file: string, { publicKey }: { publicKey: string }) =>
      print(await verifyFile(file, publicKey)),
    );
  audit
    .command('check')
    .description('verify the log in the database, and against the last checkpoint')
    .option('--checkpoint <file>', 'also against a checkpoint that is stored elsewhere')
    .action(async ({ checkpoint }: { checkpoint?: string }) =>
      print(await onLog((log) => checkLog(log, checkpoint))),
    );
  audit
    .command('checkpoint')
    .description('print a signed checkpoint as JSON, to be kept elsewhere')
    .action(async () => print(await onLog(signHead)));
  audit
    .command('keys')
    .description('print the public keys')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const keys = shownKeys(await readAuditKeys(settings()));
      if (json) print(JSON.stringify(keys, null, 2));
      else
        print(
          keys
            .map(
              ({ id, publicKey, current }) => `${id}  ${publicKey}${current ? '' : '  (former)'}`,
            )
            .join('\n'),
        );
    });
  audit
    .command('holds')
    .description('list legal holds')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const holds = await onLog(({ database }) => listHolds(database));
      if (json) print(JSON.stringify(holds, null, 2));
      else print(holds.map(describeHold).join('\n') || 'Nothing is on hold');
    });
  audit
    .command('hold')
    .description('keep entries beyond their time')
    .argument('<kind>', 'all, user, participant, assistant or conversation')
    .argument('[id]', 'of the user, participant, assistant or conversation')
    .addOption(reason())
    .action(async (kind: string, id: string | undefined, given: { reason: string }, command) => {
      const hold = auditHoldInputSchema.safeParse({ kind, subjectId: id, reason: given.reason });
      if (!hold.success) return command.error(`error: ${describeMessages(hold.error)}`);
      const held = await onLog(({ database }) => holdAudit(database, hold.data));
      print(`Held: ${describeHold(held)}`);
    });
  audit
    .command('lift')
    .description('end a hold')
    .addArgument(new Argument('<id>', 'of the hold').argParser(argumentParser(readId)))
    .action(async (id: string) => {
      const lifted = await onLog(({ database }) => liftHold(database, id));
      print(`Lifted: ${describeHold(lifted)}`);
    });
  audit
    .command('retention')
    .description(
      'set for how many days entries are kept; for Supabase, as a server of ours sets AUDIT_RETENTION_DAYS when it starts',
    )
    .addOption(new Option('--days <number>', 'age in days').argParser(argumentParser(readDays)))
    .option('--off', 'keep everything')
    .action(async ({ days, off }: { days?: number; off?: boolean }, command) => {
      if ((days === undefined) === (off === undefined))
        return command.error('error: name --days or --off');
      await onLog(({ database }) => setRetention(database, days ?? null));
      print(days === undefined ? 'Everything is kept' : `Entries are kept for ${days} days`);
    });
  audit
    .command('purge')
    .description('delete entries that are older and not on hold')
    .addOption(
      new Option('--days <number>', 'age in days')
        .argParser(argumentParser(readDays))
        .makeOptionMandatory(),
    )
    .action(async ({ days }: { days: number }) => {
      const purged = await onLog(({ database }) => purgeAudit(database, days, printStatus));
      print(`Purged ${purged} entries that were older than ${days} days and not on hold`);
    });
  audit
    .command('accept')
    .description(
      'after a restore: sign the log as it is, and set aside checkpoints that it does not extend',
    )
    .option('--checkpoint <file>', 'a checkpoint that is stored elsewhere')
    .addOption(reason())
    .action(async (given: { checkpoint?: string; reason: string }) =>
      print(await onLog((log) => acceptRestored(log, given))),
    );
};

function reason(): Option {
  return new Option('--reason <text>', 'why; it is recorded')
    .argParser(
      argumentParser((text) => {
        if (text.trim() === '') throw new Error('Please enter a reason.');
        return text.trim();
      }),
    )
    .makeOptionMandatory();
}

function readId(text: string): string {
  const { data } = auditHoldSchema.shape.id.safeParse(text);
  if (data === undefined) throw new Error(`${text} is no ID.`);
  return data;
}

function readDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error('--days must be a whole number from 1 to 99999');
  return Number(text);
}
