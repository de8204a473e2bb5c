import * as z from 'zod/mini';
import { contributionsSchema } from './contributions-schema';
import { isVersionRange } from './requirements';

const requiresSchema = z._default(
  z.record(z.string(), z.string().check(z.refine(isVersionRange, 'is not a version range'))),
  {},
);

const releaseShape = {
  version: z.string().check(z.minLength(1)),
  /** Absolute or relative to the origin; its hash makes it immutable. */
  entry: z.string().check(z.refine(isEntryAddress, 'is not the address of a module')),
  /** The versions of our libraries that this release runs with, as semver ranges. */
  requires: requiresSchema,
};

const releaseSchema = z.object(releaseShape);

const remoteSchema = z.object({
  ...releaseShape,
  /** The previous release, for those whom the current one does not fit. */
  fallback: z.optional(releaseSchema),
  contributions: z._default(contributionsSchema, {
    navItems: [],
    adminSections: [],
    headerActions: [],
  }),
});

/** `/remotes.json`: which version of which remote this environment runs. What is not named here is not acted on. */
export const manifestSchema = z.object({
  schemaVersion: z.literal(1),
  revision: z.number(),
  /** Sections that are announced but not open yet. */
  comingSoon: z._default(z.array(z.string()), []),
  remotes: z.record(z.string(), remoteSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestRemote = z.infer<typeof remoteSchema>;
export type Release = z.infer<typeof releaseSchema>;

function isEntryAddress(entry: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/.test(entry);
}
