import type * as z from 'zod/mini';
import { contributionSchema } from './contributions-schema';
import {
  manifestSchema,
  releaseSchema,
  remoteNameSchema,
  rolloutSchema,
  type Manifest,
} from './manifest-schema';

/** Reported entries that are not valid. */
const LONGEST_REPORT = 20;

/** A manifest, and which entries of it are not valid. */
export interface ParsedManifest {
  manifest: Manifest;
  /** A path and a reason each. */
  omitted: readonly string[];
}

/**
 * Parses a manifest. One entry that is not valid must not take all others down: a contribution or a remote is omitted,
 * and a release is replaced by its fallback.
 * @throws Error if it is not a manifest at all
 */
export function parseManifest(json: unknown): ParsedManifest {
  const { data, error } = manifestSchema.safeParse(json);
  if (data) return { manifest: data, omitted: [] };
  const omitted = error.issues
    .slice(0, LONGEST_REPORT)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { manifest: manifestSchema.parse(omitInvalid(json)), omitted };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isValid = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

function omitInvalid(json: unknown): unknown {
  if (!isObject(json) || !isObject(json['remotes'])) return json;
  const remotes = Object.entries(json['remotes']).flatMap(([name, value]) => {
    const remote = isValid(remoteNameSchema, name) ? toRemote(value) : undefined;
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
