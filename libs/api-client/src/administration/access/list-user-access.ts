import {
  assistantKindSchema,
  idSchema,
  summariseAccess,
  type AccessSummary,
  type User,
} from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { askRest, askRestAsAdmin } from '../ask-rest';

const accessRowsSchema = z.array(z.object({ assistant_id: idSchema() }));
const listedAssistantsSchema = z.array(
  z.object({ id: idSchema(), label: z.string(), kind: assistantKindSchema }),
);

/** How one user stands to every assistant, ordered by label. */
export async function listUserAccess(
  api: Api,
  { id, role_id }: Pick<User, 'id' | 'role_id'>,
): Promise<AccessSummary[]> {
  const assistants = await askRestAsAdmin(api, listedAssistantsSchema, (rest) =>
    rest.from('assistants').select('id, label, kind').order('label'),
  );
  const [direct, role] = await Promise.all([
    askRest(api, accessRowsSchema, (rest) =>
      rest.from('assistant_access').select('assistant_id').eq('user_id', id),
    ),
    askRest(api, accessRowsSchema, (rest) =>
      rest.from('assistant_role_access').select('assistant_id').eq('role_id', role_id),
    ),
  ]);
  return summariseAccess({
    assistants: assistants.rows,
    directAssistantIds: direct.rows.map(({ assistant_id }) => assistant_id),
    roleAssistantIds: role.rows.map(({ assistant_id }) => assistant_id),
  });
}
