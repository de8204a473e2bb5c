import * as z from 'zod/mini';

/** `/environment.json`: the configuration of this installation, which the shell reads first. */
export const environmentSchema = z.object({
  productName: z.string().check(z.minLength(1)),
  /** The header shows a badge. It does not say which provider writes the replies: see `sentToProvider`. */
  demoMode: z.boolean(),
  /** The emails of the demo accounts, which sign-in offers; none in production. */
  demo: z._default(z.array(z.string()), []),
  /** What leaves the server for an AI provider: texts to search for, or conversations too. The default hides nothing. */
  sentToProvider: z._default(z.enum(['nothing', 'search', 'conversations']), 'conversations'),
  /** Mails are delivered: they are not only stored for a page of the developer, nor dropped. */
  sendsMails: z._default(z.boolean(), true),
  /** The origin of auth, REST, storage and functions; '' is the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  features: z.object({ webResearch: z.boolean() }),
  /** The sign-up policy: closed, or open to the given mail domains, or open to everyone if none is given. */
  signUp: z._default(z.object({ open: z.boolean(), domains: z.array(z.string()) }), {
    open: true,
    domains: [],
  }),
  /** Identity providers, and the mail domains whose people sign in there; `only`: and no other way. */
  providers: z._default(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        domains: z.array(z.string()),
        only: z.boolean(),
      }),
    ),
    [],
  ),
  /** Who needs a second factor in any case; everyone who has one needs it. */
  secondFactor: z._default(z.enum(['optional', 'admins', 'all']), 'optional'),
  /** Users may add passkeys and sign in with them. */
  passkeys: z._default(z.boolean(), false),
  /** Users may sign in with a mailed link. */
  magicLink: z._default(z.boolean(), false),
  /** The minimum length of a new password, in characters. */
  passwordMinLength: z._default(z.int(), 6),
  /**
   * Where browsers store conversations that were shown: nowhere for longer than a few minutes; in the memory of the
   * page; or encrypted on the device, for the next visit.
   */
  localCopies: z._default(z.enum(['off', 'memory', 'device']), 'memory'),
  /** Browsers store the app, so that it starts without a connection. */
  offlineStart: z._default(z.boolean(), false),
  /** An email or web address for help and questions about privacy; null if the operator has set none. */
  contact: z._default(z.nullable(z.string()), null),
  /** The name of this environment, e.g. `staging`. */
  environment: z._default(z.string(), 'local'),
  /** Other environments that this one may be compared with. */
  environments: z._default(z.array(z.string()), []),
  /** Foreign origins from which remotes may be loaded. */
  remoteOrigins: z._default(z.array(z.string()), []),
  /** True if a remote is only run when the page knows the hashes of its scripts. */
  requireIntegrity: z._default(z.boolean(), false),
  /**
   * The roles that may override the version of a remote in their own browser, and further origins for it; null: no one.
   */
  overrides: z._default(
    z.nullable(z.object({ roles: z.array(z.string()), origins: z.array(z.string()) })),
    null,
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

/** An identity provider of this installation. */
export type SignInProvider = Environment['providers'][number];
