import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

/** The icons that a contribution can have. */
const CONTRIBUTION_ICONS = [
  'activity',
  'assistant',
  'audit',
  'chart',
  'chat',
  'document',
  'home',
  'overview',
  'participant',
  'settings',
  'shield',
  'users',
] as const;

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));

export const contributionSchema = z.object({
  id: text(60),
  label: text(60),
  /** An address inside the product, e.g. `/admin/audit`. */
  path: z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])/)),
  /** A description of its target, in one sentence. */
  description: z.optional(text(200)),
  /** An older page may not have the icon: it renders none. */
  icon: otherwise(z.optional(z.enum(CONTRIBUTION_ICONS)), undefined),
  /** Shown to these roles only, by the database's names. The database protects the target, not this. */
  roles: z.optional(z.array(text(60))),
});

/** A link that a remote adds to the product: plain data, so that it is rendered without loading the remote. */
export type Contribution = z.infer<typeof contributionSchema>;

/** A contribution and the remote that adds it. */
export interface RemoteContribution extends Contribution {
  remote: string;
}

const contributionListSchema = z._default(z.array(contributionSchema), []);

/** The contributions of a remote outside its own area. */
export const contributionsSchema = z.object({
  /** The product's areas, next to each other. */
  navItems: contributionListSchema,
  /** Sections of the administration. */
  adminSections: contributionListSchema,
  /** Cards on the overview of the administration. */
  overviewCards: contributionListSchema,
  /** Links in the header of every screen. */
  headerActions: contributionListSchema,
  /** Entries of the user menu; the first one replaces 'Settings', which is disabled without any. */
  userMenuItems: contributionListSchema,
  /** The targets of the command palette. */
  paletteCommands: contributionListSchema,
});

export type Contributions = z.infer<typeof contributionsSchema>;
