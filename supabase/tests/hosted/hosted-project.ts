import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openDatabase } from '@homie/server';
import { createPostgresCluster } from '@homie/server/testing';

const root = resolve(import.meta.dirname, '../../..');

/** Path of the official CLI; `npm test` installs it. */
export const SUPABASE_CLI = process.env['HOMIE_SUPABASE_CLI'];

/** Whether stories can run as psql scripts. `npm test` installs the programs, and fails in CI without; a computer may lack them. */
export const HAS_TAP_READER = process.env['HOMIE_TEST_TAP'] !== undefined;

/** A server that looks like a new hosted project; runs until `remove`. */
export interface HostedProject {
  /** URL for `postgres`, which is no superuser. */
  url: string;
  /** URL of another, empty database on the same server that `postgres` owns. */
  emptyUrl: string;
  /** Adds stubs of pg_cron, pg_net and the vault to that database. */
  addExtensions(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL server and runs `hosted-project.sql`. */
export async function startHostedProject(): Promise<HostedProject> {
  const cluster = await createPostgresCluster({ superuser: 'supabase_admin' });
  const as = (user: string, database: string) => {
    const url = new URL(cluster.url);
    url.username = user;
    url.pathname = `/${database}`;
    return url.href;
  };
  const url = as('postgres', 'postgres');
  const readSql = (file: string) => readFile(resolve(import.meta.dirname, file), 'utf8');
  await runSql(cluster.url, await readSql('hosted-project.sql'));
  await runSql(url, 'create database own_runner');
  return {
    url,
    emptyUrl: as('postgres', 'own_runner'),
    addExtensions: async () =>
      runSql(as('supabase_admin', 'own_runner'), await readSql('extension-stubs.sql')),
    remove: cluster.remove,
  };
}

async function runSql(databaseUrl: string, sql: string): Promise<void> {
  const database = await openDatabase({ databaseUrl });
  await database.exec(sql).finally(database.close);
}

/** Exit code of the CLI, all its output, and only what it wrote to stdout. */
interface CliResult {
  code: number;
  output: string;
  stdout: string;
}

/**
 * Runs a command of the official CLI, e.g. `migration new`.
 * @param workdir folder that contains `supabase`
 */
export function runLocalCli(command: readonly string[], workdir = root): Promise<CliResult> {
  return new Promise((resolveRun) => {
    const env = {
      ...process.env,
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
    };
    const args = [...command, '--workdir', workdir];
    const child = execFile(SUPABASE_CLI ?? '', args, { env }, (_, stdout, errors) =>
      resolveRun({ code: child.exitCode ?? 1, output: `${errors}\n${stdout}`, stdout }),
    );
    child.stdin?.end();
  });
}

/** Runs SQL files that print TAP with psql and Perl's reader, as `supabase test db` does in a container. */
export function runProve(
  databaseUrl: string,
  files: string,
): Promise<{ code: number; output: string }> {
  const psql = `psql -d ${databaseUrl} -X -A -t -q -v ON_ERROR_STOP=1 -f`;
  return new Promise((resolveRun) => {
    const args = ['--exec', psql, '--ext', '.sql', '--recurse', files];
    const child = execFile('prove', args, (_, output, errors) =>
      resolveRun({ code: child.exitCode ?? 1, output: `${errors}\n${output}` }),
    );
  });
}

/** Runs a command of the official CLI on a database, e.g. `db push`. */
export function runCli(
  databaseUrl: string,
  command: readonly string[],
  workdir?: string,
): Promise<CliResult> {
  return runLocalCli([...command, `--remote=${databaseUrl}?sslmode=disable`, '--yes'], workdir);
}
