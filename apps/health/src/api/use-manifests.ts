import { useQuery } from '@homie/api-client';
import { parseManifest, useEnvironment, type Manifest } from '@homie/composition';
import type { ReadEnvironment } from '../model/comparison';

const HERE = '/remotes.json';

/** Returns the URL of another environment's manifest. */
export function manifestAddress(environment: string): string {
  return `/environments/${environment}/remotes.json`;
}

/** The manifest of an environment without releases. */
const NOTHING = { schemaVersion: 1, revision: 0, remotes: {} };

/** @throws Error with the technical detail if it is missing or invalid */
async function readManifest(address: string, signal: AbortSignal): Promise<Manifest> {
  const response = await fetch(address, { cache: 'no-store', signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const json: unknown = response.status === 204 ? NOTHING : await response.json();
  return (await parseManifest(json)).manifest;
}

/** Reads the current manifest of this environment, which may be newer than the one that this page runs. */
export function useManifest() {
  return useQuery({
    queryKey: ['health', 'manifest'],
    queryFn: ({ signal }) => readManifest(HERE, signal),
  });
}

/** Returns the environments to compare, this one first. */
export function useComparedEnvironments(here: Manifest | undefined): ReadEnvironment[] {
  const { environment, environments } = useEnvironment();
  const others = environments.filter((name) => name !== environment);
  const { data } = useQuery({
    queryKey: ['health', 'environments', others],
    queryFn: ({ signal }) =>
      Promise.all(
        others.map((name) => readManifest(manifestAddress(name), signal).catch(() => null)),
      ),
    enabled: others.length > 0,
  });
  return [
    { name: environment, manifest: here },
    ...others.map((name, index) => ({ name, manifest: data?.[index] })),
  ];
}
