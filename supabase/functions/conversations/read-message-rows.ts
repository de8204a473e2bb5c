import * as z from 'zod/mini';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

/** Maximum number of rows that the REST interface may return per request. */
const BATCH = 1000;

/** Reads all messages of a conversation as the caller, in batches, oldest first. */
export async function readMessageRows<Row extends z.ZodMiniType>(
  data: DataClient,
  conversationId: string,
  columns: string,
  schema: Row,
): Promise<z.output<Row>[]> {
  const rows: z.output<Row>[] = [];
  for (;;) {
    const batch = await readData(
      data
        .from('messages')
        .select(columns)
        .eq('conversation_id', conversationId)
        .order('created_at')
        .order('id')
        .range(rows.length, rows.length + BATCH - 1),
      z.array(schema),
    );
    rows.push(...batch);
    if (batch.length < BATCH) return rows;
  }
}
