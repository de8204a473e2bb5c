import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isLocalAddress } from '../../../http/peer.ts';

/** The id of the directory of HOMIE_SCIM_TOKEN among the providers in the database. */
export const SCIM_ID = 'scim';

const ROLES = ['support_worker', 'office', 'admin'] as const;

const roleSchema = z.enum(ROLES, 'must be support_worker, office or admin');

/** What the sign-in page knows about a provider. */
const publicSchema = z.object({
  /** Part of the redirect URI and of stored identities: never change it. */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short word in lower case')),
  /** The name on the button. */
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Mail domains whose people sign in here. */
  domains: z
    .array(
      z
        .string()
        .check(z.toLowerCase(), z.regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be a mail domain')),
    )
    .check(z.minLength(1)),
  /** People of these domains sign in no other way. */
  only: z._default(z.boolean(), false),
});

const providerSchema = z.strictObject({
  ...publicSchema.shape,
  issuer: z
    .string()
    .check(
      z.refine(
        isIssuer,
        'must be an https address, as in the provider’s /.well-known/openid-configuration',
      ),
    ),
  clientId: z.string().check(z.minLength(1)),
  clientSecret: z.string().check(z.minLength(1)),
  scope: z._default(z.string(), 'openid email profile'),
  /** The claim that says that the email address is verified; `xms_edov` at Entra ID. */
  verifiedClaim: z._default(z.string(), 'email_verified'),
  /** The claim with the groups of the user. */
  groupsClaim: z._default(z.string(), 'groups'),
  /** The role of the members of a group. Without it, the provider changes no roles. */
  roles: z.optional(z.record(z.string(), roleSchema)),
  /** The highest role that the provider may give and take. */
  roleLimit: z._default(roleSchema, 'office'),
});

type PublicProvider = z.infer<typeof publicSchema>;

/** An identity provider, through which people of some mail domains sign in. */
export type SignInProvider = z.infer<typeof providerSchema>;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLocalAddress(text))) &&
    search + hash + username === ''
  );
}

/** Returns a problem with several providers; undefined if there is none. */
function findConflict(providers: readonly PublicProvider[]): string | undefined {
  const ids = new Set<string>();
  const domains = new Set<string>();
  for (const provider of providers) {
    if (provider.id === SCIM_ID) return `the id ${SCIM_ID} belongs to the directory`;
    if (ids.has(provider.id)) return `two providers have the id ${provider.id}`;
    ids.add(provider.id);
    for (const domain of provider.domains) {
      if (domains.has(domain)) return `two providers have the domain ${domain}`;
      domains.add(domain);
    }
  }
  return undefined;
}

/** Returns the first role that a group would give above the limit of its provider. */
function findHighRole(providers: readonly SignInProvider[]): string | undefined {
  for (const { id, roles = {}, roleLimit } of providers) {
    const tooHigh = Object.values(roles).find(
      (role) => ROLES.indexOf(role) > ROLES.indexOf(roleLimit),
    );
    if (tooHigh) return `${id}: a group gives the role ${tooHigh}, which is above roleLimit`;
  }
  return undefined;
}

/** Returns the place of a problem in the file, and what is expected there. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join('.') || 'the file';
  if (issue?.code === 'unrecognized_keys')
    return `${place}: ${issue.keys.join(' and ')} is no setting of a provider`;
  const message = issue?.message.startsWith('must be') ? issue.message : 'is missing or not valid';
  return `${place}: ${message}`;
}

/** @throws Error with a message that names the wrong property and never contains a value: one of them is a secret */
function parse<Provider extends PublicProvider>(
  schema: z.ZodMiniType<Provider>,
  text: string,
): Provider[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('HOMIE_SSO_FILE is not valid JSON');
  }
  const parsed = z.array(schema).safeParse(json);
  const problem = parsed.success
    ? findConflict(parsed.data)
    : describeIssue(parsed.error.issues[0]);
  if (problem !== undefined) throw new Error(`HOMIE_SSO_FILE: ${problem}`);
  return parsed.data ?? [];
}

/**
 * Parses the identity providers.
 * @throws Error with a message that never contains a value
 */
export function parseProviders(text: string): SignInProvider[] {
  const providers = parse(providerSchema, text);
  const tooHigh = findHighRole(providers);
  if (tooHigh !== undefined) throw new Error(`HOMIE_SSO_FILE: ${tooHigh}`);
  return providers;
}

function read<Provider>(file: string | undefined, parseText: (text: string) => Provider[]) {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`HOMIE_SSO_FILE: cannot read ${file}`);
  }
  return parseText(text);
}

/**
 * Reads the identity providers from a file.
 * @throws Error if the file cannot be read or is not valid
 */
export function readProviders(file: string | undefined): SignInProvider[] {
  return read(file, parseProviders);
}

/**
 * Reads what the sign-in page knows about the providers, of a project that has their other settings itself.
 * @throws Error if the file cannot be read or is not valid
 */
export function readPublicProviders(file: string | undefined): PublicProvider[] {
  return read(file, (text) => parse(publicSchema, text));
}

/** Returns the mail domain of an address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** What the sign-in page knows about a provider. */
export function describeProvider({ id, name, domains, only }: SignInProvider): PublicProvider {
  return { id, name, domains, only };
}
