import { manifestSchema, type Manifest } from './manifest-schema';

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
 * @param readLast reads a valid manifest from before, which replaces remotes that are named and not valid
 * @throws Error if it is not a manifest at all
 */
export async function parseManifest(
  json: unknown,
  readLast?: () => Manifest | null,
): Promise<ParsedManifest> {
  const { data, error } = manifestSchema.safeParse(json);
  if (data) return { manifest: data, omitted: [] };
  const omitted = error.issues
    .slice(0, LONGEST_REPORT)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  // Hardly any page needs it.
  const { omitInvalid } = await import('./omit-invalid');
  return { manifest: manifestSchema.parse(omitInvalid(json, readLast?.())), omitted };
}
