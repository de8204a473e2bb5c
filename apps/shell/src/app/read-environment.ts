import { environmentSchema, type Environment } from '@homie/composition';

const ADDRESS = '/environment.json';

/**
 * Reads the configuration of this installation.
 * @param again bypasses the preloaded response and the cache
 * @throws Error with the technical detail if it is missing or invalid
 */
export async function readEnvironment({ again }: { again: boolean }): Promise<Environment> {
  const response = await fetch(ADDRESS, again ? { cache: 'no-store' } : {});
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return environmentSchema.parse(await response.json());
}
