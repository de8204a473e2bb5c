import {
  releaseSchema,
  unmetRequirements,
  type Environment,
  type Release,
  type RemoteResolution,
} from '@homie/composition';
import { overrideKey } from '../override-key';
import { mayOverrideFrom } from './allowed-origins';

/** What decides whether an override counts. */
export interface OverrideOptions {
  environment: Environment;
  /** Versions of the libraries that the page provides, by name. */
  provided: Readonly<Record<string, string>>;
  /** The role of the person; null when it is not known. */
  readRole: () => Promise<string | null>;
  storage?: Pick<Storage, 'getItem'>;
  ownOrigin?: string;
}

/**
 * The release that this browser is to run in place of a remote; undefined where none is kept, or where the environment
 * does not let this person do so from there. Whatever wrote it into the storage: it is judged anew on each page.
 */
export async function activeOverride(
  name: string,
  {
    environment,
    provided,
    readRole,
    storage = window.localStorage,
    ownOrigin = window.location.origin,
  }: OverrideOptions,
): Promise<RemoteResolution | undefined> {
  const release = parseRelease(storage.getItem(overrideKey(name)));
  if (!release || !mayOverrideFrom(environment, release.entry, ownOrigin)) return undefined;
  const role = await readRole();
  if (role === null || !environment.overrides?.roles.includes(role)) return undefined;
  const unmet = unmetRequirements(release.requires, provided);
  return unmet.length > 0
    ? { ...release, name, status: 'incompatible', unmet }
    : { ...release, name, status: 'resolved', source: 'override' };
}

function parseRelease(text: string | null): Release | undefined {
  try {
    return text === null ? undefined : releaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
