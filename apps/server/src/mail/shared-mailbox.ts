import * as z from 'zod/mini';
import { seal, unseal } from '../data/secrets/sealed-text.ts';
import type { Database } from '../data/database/index.ts';
import { KEPT, type ReceivedMail } from './mailbox.ts';
import type { Mail } from './mail.ts';

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.string(),
  action: z._default(z.string(), 'Open the link'),
  sentAt: z.string(),
});

/**
 * Stores the last mails in the database, which all its processes can read. They contain live links, so they are
 * encrypted with a secret that is not in the database.
 */
export function createSharedMailbox(database: Database, secretKey: string) {
  return {
    send: async (mail: Mail): Promise<void> => {
      const received: ReceivedMail = { ...mail, sentAt: new Date().toISOString() };
      await database.query('insert into embedded.kept_mail (sealed) values ($1)', [
        seal(JSON.stringify(received), secretKey),
      ]);
      await database.query(
        `delete from embedded.kept_mail
         where id <= (select id from embedded.kept_mail order by id desc offset $1 limit 1)`,
        [KEPT],
      );
    },
    /** In sending order. */
    mails: async (): Promise<readonly ReceivedMail[]> => {
      const rows = await database.query<{ sealed: string }>(
        'select sealed from embedded.kept_mail order by id',
      );
      return rows.flatMap(({ sealed }) => opened(sealed, secretKey) ?? []);
    },
  };
}

/** @returns undefined for a mail that was encrypted with former secrets */
function opened(sealed: string, secretKey: string): ReceivedMail | undefined {
  try {
    return mailSchema.parse(JSON.parse(unseal(sealed, secretKey)));
  } catch {
    return undefined;
  }
}
