import { conversationRowSchema, type ConversationChange } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../http/data-access.ts';
import type { ChangeReader } from './change-signals.ts';

const readingSchema = z.object({
  version: z.int(),
  reset: z.boolean(),
  changes: z.array(
    z.object({ version: z.int(), id: z.string(), row: z.nullable(conversationRowSchema) }),
  ),
});

/** Change with the sequence number from which a reader resumes. */
export type NumberedChange = ConversationChange & { seq: number };

interface ReadChangesOptions {
  /** Sequence number to resume from; undefined for a new reader. */
  after: number | undefined;
  reader: ChangeReader;
  /** Reads as the caller, under row-level security. */
  data: DataClient;
  /** Called with errors, for the log. */
  onError: (error: unknown) => void;
}

/**
 * Yields the changes of the caller's conversations until the reader is closed or the caller's session ends. If the
 * database is unavailable for a while, changes of that time follow when it is back.
 */
export async function* readChanges({
  after,
  reader,
  data,
  onError,
}: ReadChangesOptions): AsyncGenerator<NumberedChange> {
  const read = (from: number | undefined) =>
    readData(
      data.rpc('read_conversation_changes', from === undefined ? {} : { after: from }),
      readingSchema,
    );
  try {
    let isFirst = true;
    while (!reader.closed) {
      const seen: number | undefined = reader.version ?? after;
      let reading: z.infer<typeof readingSchema>;
      try {
        reading = await read(seen);
      } catch (error) {
        if (isFirst || (error instanceof AppError && error.code === 'not_authenticated'))
          throw error;
        onError(error);
        await reader.wait();
        continue;
      }
      if (reading.reset) yield { event: 'reset', data: {}, seq: reading.version };
      else if (isFirst) yield { event: 'ready', data: {}, seq: seen ?? reading.version };
      isFirst = false;
      for (const { version, id, row } of reading.changes) {
        yield row
          ? { event: 'changed', data: row, seq: version }
          : { event: 'removed', data: { id }, seq: version };
      }
      reader.version = reading.version;
      await reader.wait();
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_authenticated')) throw error;
  } finally {
    reader.close();
  }
}
