import type { AvailableModel, AvailableModels, ProviderCheck } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { findModel } from '../../_shared/ai/list-models.ts';
import { readData } from '../../_shared/http/data-access.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Time before the end of a model from which its assistants need attention. */
const NOTICE_MS = 60 * DAY_MS;

/** POST /provider/check: what works with the connected provider, in words. Admins only. */
export async function checkProvider({
  data,
  providerOperations,
}: CallContext): Promise<{ checks: ProviderCheck[] }> {
  await requireAdmin(data);
  return { checks: await providerOperations.check() };
}

const assistantsSchema = z.array(
  z.object({ id: z.string(), label: z.string(), openai_assistant_id: z.string() }),
);
const profilesSchema = z.array(
  z.object({
    openai_assistant_id: z.string(),
    provider: z.string(),
    model: z.nullable(z.string()),
  }),
);

/**
 * GET /models: the models of all connections, with their end if it is known, and the assistants whose model has ended or
 * ends within 60 days. Admins only.
 */
export async function listModels(context: CallContext): Promise<AvailableModels> {
  const { data, service, providerOperations, connectionModels } = context;
  await requireAdmin(data);
  const models = await providerOperations.listModels();
  const connections = [...connectionModels.keys()].filter((name) => name !== 'default');
  const fallback = connectionModels.get('default') ?? null;
  if (models.length === 0) return { connections, default: fallback, models, retiring: [] };
  const [assistants, profiles] = await Promise.all([
    readData(
      data.from('assistants').select('id,label,openai_assistant_id').order('label'),
      assistantsSchema,
    ),
    readData(
      service.from('ai_assistant_profiles').select('openai_assistant_id,provider,model'),
      profilesSchema,
    ),
  ]);
  const byKey = new Map(profiles.map((profile) => [profile.openai_assistant_id, profile]));
  const retiring = assistants.flatMap(({ id, label, openai_assistant_id }) => {
    const profile = byKey.get(openai_assistant_id);
    const named = profile?.provider ?? 'default';
    const provider = connectionModels.has(named) ? named : 'default';
    const model = profile?.model ?? connectionModels.get(provider);
    const end = model === undefined ? undefined : findEnd(models, { provider, model });
    return model === undefined || end === undefined
      ? []
      : [{ assistantId: id, label, model, endsOn: end }];
  });
  return { connections, default: fallback, models, retiring };
}

/** Returns the day on which a model ends; null if it has ended, undefined if it remains or is not known. */
function findEnd(
  models: readonly AvailableModel[],
  { provider, model }: { provider: string; model: string },
): string | null | undefined {
  const own = models.filter((each) => each.provider === provider);
  if (own.length === 0) return undefined;
  const found = findModel(own, model);
  if (!found) return null;
  if (found.endsOn === null) return undefined;
  const left = Date.parse(found.endsOn) - Date.now();
  if (left > NOTICE_MS) return undefined;
  return left > -DAY_MS ? found.endsOn : null;
}
