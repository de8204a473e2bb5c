import { idSchema } from '@homie/contracts';
import { assistantKindSchema, SUGGESTION_LIMIT } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { lookUp } from './query-audit';

/** An option of a filter; `subtitle` is the name of a user, or distinguishes options with the same label. */
interface Suggestion {
  id: string;
  label: string;
  subtitle?: string;
}

const userRows = z.array(
  z.object({ id: idSchema(), email: z.string(), display_name: z.nullable(z.string()) }),
);
const participantRows = z.array(z.object({ id: idSchema(), display_name: z.string() }));
const assistantRows = z.array(
  z.object({
    id: idSchema(),
    label: z.string(),
    kind: assistantKindSchema,
    participant: z.nullable(z.object({ display_name: z.string() })),
  }),
);

/** Returns up to 20 users whose email or name contains the text, by email with the name; none for a blank text. */
export async function suggestUsers(api: Api, text: string): Promise<Suggestion[]> {
  if (text.trim() === '') return [];
  const rows = await lookUp(api, userRows, (rest) =>
    rest
      .rpc('search_users', { q: text.trim() })
      .select('id, email, display_name')
      .order('email')
      .limit(SUGGESTION_LIMIT),
  );
  return rows.map(({ id, email, display_name: name }) => ({
    id,
    label: email,
    ...(name !== null && { subtitle: name }),
  }));
}

/** Returns up to 20 participants whose name contains the text; none for a blank text. */
export async function suggestParticipants(api: Api, text: string): Promise<Suggestion[]> {
  if (text.trim() === '') return [];
  const rows = await lookUp(api, participantRows, (rest) =>
    rest
      .rpc('search_participants', { q: text.trim() })
      .select('id, display_name')
      .order('display_name')
      .limit(SUGGESTION_LIMIT),
  );
  return rows.map(({ id, display_name }) => ({ id, label: display_name }));
}

/** Returns up to 20 assistants whose label contains the text; none for a blank text. */
export async function suggestAssistants(api: Api, text: string): Promise<Suggestion[]> {
  if (text.trim() === '') return [];
  const rows = await lookUp(api, assistantRows, (rest) =>
    rest
      .rpc('search_assistants', { q: text.trim() })
      .select('id, label, kind, participant:participants(display_name)')
      .order('label')
      .limit(SUGGESTION_LIMIT),
  );
  return rows.map(({ id, label, kind, participant }) => ({
    id,
    label,
    subtitle:
      kind === 'participant'
        ? `Participant: ${participant?.display_name ?? 'Unknown'}`
        : 'Organization',
  }));
}
