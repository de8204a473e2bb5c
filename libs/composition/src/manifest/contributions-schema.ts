import * as z from 'zod/mini';

const contributionSchema = z.object({
  id: z.string().check(z.minLength(1)),
  label: z.string().check(z.minLength(1)),
  /** An address inside the product, e.g. `/admin/audit`. */
  path: z.string().check(z.startsWith('/')),
});

/** A link that a remote adds somewhere: plain data, so that it is drawn without loading the remote. */
export type Contribution = z.infer<typeof contributionSchema>;

const contributionListSchema = z._default(z.array(contributionSchema), []);

/** What a remote adds to places outside its own area. */
export const contributionsSchema = z.object({
  navItems: contributionListSchema,
  adminSections: contributionListSchema,
  headerActions: contributionListSchema,
});

export type Contributions = z.infer<typeof contributionsSchema>;
