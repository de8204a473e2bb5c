import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

/** The drawings that a contribution may ask for. */
export const CONTRIBUTION_ICONS = [
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

const text = z.string().check(z.minLength(1));

const contributionSchema = z.object({
  id: text,
  label: text,
  /** An address inside the product, e.g. `/admin/audit`. */
  path: z.string().check(z.regex(/^\/(?![/\\])/)),
  /** What is there, in a sentence. */
  description: z.optional(text),
  /** A page may be older than the drawing that is asked for: it draws none then. */
  icon: otherwise(z.optional(z.enum(CONTRIBUTION_ICONS)), undefined),
  /** Shown to these roles alone, by the database's names. What it leads to is protected by the database, not by this. */
  roles: z.optional(z.array(text)),
});

/** A link that a remote adds somewhere: plain data, so that it is drawn without loading the remote. */
export type Contribution = z.infer<typeof contributionSchema>;

/** A contribution and the remote that adds it. */
export interface RemoteContribution extends Contribution {
  remote: string;
}

const contributionListSchema = z._default(z.array(contributionSchema), []);

/** What a remote adds to places outside its own area. */
export const contributionsSchema = z.object({
  /** The product's areas, beside each other. */
  navItems: contributionListSchema,
  /** Sections of the administration. */
  adminSections: contributionListSchema,
  /** Cards on the overview of the administration. */
  overviewCards: contributionListSchema,
  /** Links in the header of every screen. */
  headerActions: contributionListSchema,
  /** What the command palette leads to. */
  paletteCommands: contributionListSchema,
});

export type Contributions = z.infer<typeof contributionsSchema>;
