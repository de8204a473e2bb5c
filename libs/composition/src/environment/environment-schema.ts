import * as z from 'zod/mini';

/** `/environment.json`: what this installation is, read by the shell before anything else. */
export const environmentSchema = z.object({
  productName: z.string().check(z.minLength(1)),
  /** Replies come from the demo provider: the header says so. */
  demoMode: z.boolean(),
  /** Where auth, REST, storage and functions answer; '' is the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  features: z.object({ webResearch: z.boolean() }),
  /** Who may make an account: nobody, or people of the mail domains named, or everybody where none is. */
  signUp: z._default(z.object({ open: z.boolean(), domains: z.array(z.string()) }), {
    open: true,
    domains: [],
  }),
  /** An email or web address for help and questions about privacy; null if the operator has set none. */
  contact: z._default(z.nullable(z.string()), null),
  /** Which environment this is, e.g. `staging`. */
  environment: z._default(z.string(), 'local'),
  /** Other environments that this one may be compared with. */
  environments: z._default(z.array(z.string()), []),
  /** Foreign origins from which remotes may come. */
  remoteOrigins: z._default(z.array(z.string()), []),
  /** Whether a remote is only run when the page knows the hashes of its scripts. */
  requireIntegrity: z._default(z.boolean(), false),
  /** Who may put another version in a remote's place in their own browser, and from which further origins; null: nobody. */
  overrides: z._default(
    z.nullable(z.object({ roles: z.array(z.string()), origins: z.array(z.string()) })),
    null,
  ),
});

export type Environment = z.infer<typeof environmentSchema>;
