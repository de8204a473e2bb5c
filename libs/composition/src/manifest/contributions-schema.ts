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

/** Longer ones would fill the header. */
const text = z.string().check(z.regex(/^[^]{1,200}$/));
const label = z.string().check(z.regex(/^[^]{1,60}$/));

export const contributionSchema = z.object({
  id: label,
  label,
  /** An address inside the product, e.g. `/admin/audit`. */
  path: z.string().check(z.regex(/^\/(?![/\\])[^]{0,500}$/)),
  /** A description of its target, in one sentence. */
  description: z.optional(text),
  /** An older page may not have the icon: it renders none. */
  icon: otherwise(z.optional(z.enum(CONTRIBUTION_ICONS)), undefined),
  /** Shown to these roles only, by the database's names. The database protects the target, not this. */
  roles: z.optional(z.array(label)),
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
