import * as z from 'zod/mini';
import { queryRest } from '../administration/query-rest';
import type { Api } from '../http/api';

const recordSchema = z.object({
  title: z.string(),
  content: z.string(),
  assistants: z.object({ label: z.string() }),
});

/** A record of an assistant, in Markdown. */
export type AssistantRecord = z.output<typeof recordSchema>;

/** Returns a record, or null if it does not exist or the user has no access to its assistant. */
export async function getRecord(api: Api, id: string): Promise<AssistantRecord | null> {
  const { rows } = await queryRest(api, z.nullable(recordSchema), (rest) =>
    rest
      .from('assistant_records')
      .select('title,content,assistants(label)')
      .eq('id', id)
      .maybeSingle(),
  );
  return rows;
}
