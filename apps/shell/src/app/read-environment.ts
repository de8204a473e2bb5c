import { environmentSchema, type Environment } from '@homie/composition';

const ADDRESS = '/environment.json';

/**
 * Reads what this installation is.
 * @param again past the preloaded answer, straight from the server
 * @throws Error with the technical detail when it is missing or not understood
 */
export async function readEnvironment({ again }: { again: boolean }): Promise<Environment> {
  const response = await fetch(ADDRESS, again ? { cache: 'no-store' } : {});
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return environmentSchema.parse(await response.json());
}
