import { createHash } from 'node:crypto';
import { acquirePreparationLock, type Database } from '../database/index.ts';
import type { Secrets } from '../secrets/secrets.ts';

const RENEW_EVERY_MS = 20_000;
/** A process may still be running for so long after it was last seen. */
const ALIVE_SECONDS = 60;

/** Two processes on one database that do not share secrets or files. */
class OtherInstallationError extends Error {}

/** Data that all processes on one database must share. */
interface Shared {
  secrets: Secrets;
  /** Id of the folder of stored files. */
  storageId: string;
}

/**
 * Ensures that all processes on a database have the same secrets and the same folder of files. Other secrets or folders
 * are accepted while no other process runs, e.g. after a database was moved or secrets were lost.
 * @returns a function that leaves the installation
 * @throws {OtherInstallationError} with an error message for the operator
 */
export async function joinInstallation(
  database: Database,
  shared: Shared,
): Promise<() => Promise<void>> {
  const fingerprint = computeFingerprint(shared);
  await database.transaction(async (transaction) => {
    await acquirePreparationLock(transaction);
    const [other] = await transaction.query(
      `select 1 as found from embedded.installation
       where fingerprint <> $1 and seen_at > now() - make_interval(secs => $2)`,
      [fingerprint, ALIVE_SECONDS],
    );
    if (other)
      throw new OtherInstallationError(
        'Another process serves this database with other secrets or another folder of files. Give every process the same HOMIE_DATA, on a disk that all of them share.',
      );
    await transaction.query(
      `insert into embedded.installation (fingerprint, seen_at) values ($1, now())
       on conflict (only_row) do update set fingerprint = excluded.fingerprint, seen_at = now()`,
      [fingerprint],
    );
  });
  const seen = (at: string) =>
    database.query(`update embedded.installation set seen_at = ${at} where fingerprint = $1`, [
      fingerprint,
    ]);
  // An unavailable database is no reason to stop.
  const renewing = setInterval(() => void seen('now()').catch(() => undefined), RENEW_EVERY_MS);
  renewing.unref();
  return async () => {
    clearInterval(renewing);
    // Other processes update it again within seconds.
    await seen(`'-infinity'`).catch(() => undefined);
  };
}

function computeFingerprint({ secrets, storageId }: Shared): string {
  const { jwtSecret, publishableKey, secretKey, auditSigningKey } = secrets;
  return createHash('sha256')
    .update(JSON.stringify([jwtSecret, publishableKey, secretKey, auditSigningKey, storageId]))
    .digest('hex');
}
