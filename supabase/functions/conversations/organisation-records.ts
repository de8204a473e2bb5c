import { assistantKindSchema, participantStatusSchema } from '@homie/contracts';
import * as z from 'zod/mini';
import type { OrganisationRecords } from '../_shared/ai/provider.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

const LATEST_CONVERSATIONS = 200;

const participantsSchema = z.array(
  z.object({ display_name: z.string(), status: participantStatusSchema }),
);

const assistantsSchema = z.array(
  z.object({
    label: z.string(),
    kind: assistantKindSchema,
    participants: z.nullable(z.object({ display_name: z.string() })),
  }),
);

const conversationsSchema = z.array(
  z.object({
    title: z.string(),
    updated_at: z.string(),
    assistants: z.object({ label: z.string() }),
  }),
);

/** The organisation's records as the caller may read them: row-level security is the only filter. */
export function organisationRecords(data: DataClient): OrganisationRecords {
  return {
    async participants() {
      const rows = await readData(
        data.from('participants').select('display_name,status').order('display_name').order('id'),
        participantsSchema,
      );
      return rows.map(({ display_name, status }) => ({ name: display_name, status }));
    },
    async assistants() {
      const rows = await readData(
        data
          .from('assistants')
          .select('label,kind,participants(display_name)')
          .order('label')
          .order('id'),
        assistantsSchema,
      );
      return rows.map(({ label, kind, participants }) => ({
        label,
        kind,
        participantName: participants?.display_name ?? null,
      }));
    },
    async conversations() {
      const rows = await readData(
        data
          .from('conversations')
          .select('title,updated_at,assistants(label)')
          .order('updated_at', { ascending: false })
          .order('id')
          .limit(LATEST_CONVERSATIONS),
        conversationsSchema,
      );
      return rows.map(({ title, updated_at, assistants }) => ({
        title,
        assistantLabel: assistants.label,
        updatedAt: updated_at,
      }));
    },
  };
}
