import type { AvailableModels, ProviderCheck } from '@homie/contracts/admin';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/** POST /provider/check: what works with the connected provider, in words. Admins only. */
export async function checkProvider({
  data,
  providerOperations,
}: CallContext): Promise<{ checks: ProviderCheck[] }> {
  await requireAdmin(data);
  return { checks: await providerOperations.check() };
}

/** GET /models: the models of the connected provider, with their end if it is known. Admins only. */
export async function listModels({
  data,
  providerOperations,
}: CallContext): Promise<AvailableModels> {
  await requireAdmin(data);
  return providerOperations.listModels();
}
