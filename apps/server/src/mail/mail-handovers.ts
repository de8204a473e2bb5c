import type { Database, Row } from '../data/database/index.ts';
import type { Outbox } from './outbox.ts';

/** Stores a mail to each user who did not open a handover within an hour. */
export function mailUnopenedHandovers(
  database: Database,
  outbox: Pick<Outbox, 'add'>,
  siteUrl: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const claimed = await transaction.query<Row & { handover_id: string; recipient_email: string }>(
      'select handover_id, recipient_email from private.claim_unopened_handovers()',
    );
    for (const { handover_id: handoverId, recipient_email: to } of claimed) {
      const mail = { kind: 'handover', to, token: '', redirectTo: siteUrl, handoverId } as const;
      await outbox.add(mail, transaction);
    }
  });
}
