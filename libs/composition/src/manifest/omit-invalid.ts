import type * as z from 'zod/mini';
import { contributionSchema } from './contributions-schema';
import { releaseSchema, remoteNameSchema, rolloutSchema, type Manifest } from './manifest-schema';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isValid = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

/**
 * Returns the manifest without what is not valid in it; something else as it is.
 * @param last a valid manifest from before, which replaces remotes that are named and not valid
 */
export function omitInvalid(json: unknown, last?: Manifest | null): unknown {
  if (!isObject(json) || !isObject(json['remotes'])) return json;
  const remotes = Object.entries(json['remotes']).flatMap(([name, value]) => {
    const remote = isValid(remoteNameSchema, name)
      ? (toRemote(value) ??
        (last && Object.hasOwn(last.remotes, name) ? last.remotes[name] : undefined))
      : undefined;
    return remote ? [[name, remote]] : [];
  });
  const comingSoon = asList(json['comingSoon']).filter((id) => typeof id === 'string');
  return { ...json, comingSoon, remotes: Object.fromEntries(remotes) };
}

function toRemote(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const { rollouts, fallback: former, ...current } = value;
  const [release, fallback] = [current, former].flatMap((one) => toRelease(one) ?? []);
  if (!release) return undefined;
  return {
    ...release,
    ...(fallback && { fallback }),
    rollouts: asList(rollouts)
      .map((one) => (isObject(one) ? { ...one, release: toRelease(one['release']) } : one))
      .filter((one) => isValid(rolloutSchema, one)),
  };
}

function toRelease(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const given = isObject(value['contributions']) ? value['contributions'] : {};
  const contributions = Object.fromEntries(
    Object.entries(given).map(([slot, list]) => [
      slot,
      asList(list).filter((one) => isValid(contributionSchema, one)),
    ]),
  );
  const release = { ...value, contributions };
  return isValid(releaseSchema, release) ? release : undefined;
}
