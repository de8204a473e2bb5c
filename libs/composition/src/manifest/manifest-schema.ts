import * as z from 'zod/mini';
import { contributionsSchema } from './contributions-schema';
import { isVersionRange } from './requirements';

/** The name of a folder, never a path such as `..`. */
const versionSchema = z.string().check(z.regex(/^\w[\w.+-]{0,63}$/));

const requiresSchema = z._default(
  z.record(z.string(), z.string().check(z.refine(isVersionRange, 'is not a version range'))),
  {},
);

/** One release of a remote. */
export const releaseSchema = z.object({
  version: versionSchema,
  /** Absolute or relative to the origin; its hash makes it immutable. */
  entry: z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'is not the address of a module')),
  /** The versions of our libraries that this release runs with, as semver ranges. */
  requires: requiresSchema,
  /** The hash of the release's `integrity.json`, which holds those of its scripts. */
  integrity: z.optional(z.string().check(z.regex(/^sha256-[\w+/]{43}=$/))),
  contributions: z.prefault(contributionsSchema, {}),
});

const audienceSchema = z.object({
  /** Percentage of all users, selected by their ids: a user who has the release still has it after an increase. */
  percent: z.optional(z.int().check(z.gte(0), z.lte(100))),
  /** Roles by the database's names, e.g. `admin`. */
  roles: z.optional(z.array(z.string())),
  /** The first 32 hex digits of the SHA-256 of `<remote>:<e-mail in lower case>`: the manifest is public. */
  accounts: z.optional(z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/)))),
});

export const rolloutSchema = z.object({ release: releaseSchema, audience: audienceSchema });

const remoteSchema = z.extend(releaseSchema, {
  /** The previous release, for pages that the current one is not compatible with. */
  fallback: z.optional(releaseSchema),
  /** Releases for some users: the first one whose audience includes the user takes precedence over the current one. */
  rollouts: z._default(z.array(rolloutSchema), []),
});

export const remoteNameSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));

/** `/remotes.json`: the release of each remote that this environment runs. Unknown properties are ignored. */
export const manifestSchema = z.object({
  schemaVersion: z.literal(1),
  revision: z.number(),
  environment: z.optional(z.string()),
  /** Sections that are announced but not open yet. */
  comingSoon: z._default(z.array(z.string()), []),
  remotes: z.record(remoteNameSchema, remoteSchema),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestRemote = z.infer<typeof remoteSchema>;
export type Release = z.infer<typeof releaseSchema>;

/** The audience of a release: a user is in it if one of its criteria matches. One without criteria is empty. */
export type Audience = z.infer<typeof audienceSchema>;
