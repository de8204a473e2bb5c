import * as z from 'zod/mini';
import { isPlainAddress, type ConnectedProviderSettings } from './provider-settings.ts';

/** Where and how the models of a connection run, for the audit log. */
export interface ConnectionPlace {
  region?: string;
  deployment?: string;
}

/** A connection to a provider, in addition to the one of the variables. */
export interface NamedConnection extends ConnectionPlace, ConnectedProviderSettings {
  name: string;
  /** Models to choose from, if the provider does not list them. */
  models?: string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

const word = z.string().check(z.regex(/^[!-~]{1,200}$/, 'must be one word'));
const placeSchema = z
  .string()
  .check(z.regex(/^[\w .:/-]{1,60}$/, 'must be at most 60 letters, numbers and blanks'));

const connectionSchema = z.strictObject({
  /** Assistants name it: never change it. */
  name: z.string().check(
    z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be a short word in lower case'),
    z.refine(
      (name) => !['default', 'responses', 'chat', 'demo'].includes(name),
      'must be another name than default, responses, chat and demo',
    ),
  ),
  provider: z._default(z.enum(['responses', 'chat'], 'must be responses or chat'), 'responses'),
  address: z
    .string()
    .check(z.refine(isPlainAddress, 'must be an address like https://ai.example.org/v1')),
  /** Variable with the key, so that the file contains no secret. */
  keyVariable: z.optional(
    z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a variable')),
  ),
  model: z.optional(word),
  models: z.optional(z.array(word)),
  webSearch: z.optional(z.boolean()),
  region: z.optional(placeSchema),
  deployment: z.optional(placeSchema),
});

/**
 * Parses the connections of HOMIE_AI_FILE.
 * @param variables contain the keys
 * @throws Error with a message that names the wrong property and never contains a value
 */
export function parseConnections(text: string, variables: Variables): NamedConnection[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('HOMIE_AI_FILE is not valid JSON');
  }
  const parsed = z.array(connectionSchema).safeParse(json);
  if (!parsed.success) throw new Error(`HOMIE_AI_FILE: ${describeIssue(parsed.error.issues[0])}`);
  const names = new Set<string>();
  return parsed.data.map(({ provider: kind, address, keyVariable, ...connection }) => {
    const { name } = connection;
    if (names.has(name)) throw new Error(`HOMIE_AI_FILE: two connections have the name ${name}`);
    names.add(name);
    const apiKey = keyVariable === undefined ? undefined : variables[keyVariable]?.trim();
    if (keyVariable !== undefined && !(apiKey && /^[!-~]+$/.test(apiKey)))
      throw new Error(`Set ${keyVariable} to the key of the connection ${name}: one word.`);
    return {
      ...connection,
      kind,
      baseUrl: address.replace(/\/+$/, ''),
      ...(apiKey !== undefined && { apiKey }),
    };
  });
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.join('.') || 'the file';
  if (issue?.code === 'unrecognized_keys')
    return `${place}: ${issue.keys.join(' and ')} is no setting of a connection`;
  const message = issue?.message.startsWith('must be') ? issue.message : 'is missing or not valid';
  return `${place}: ${message}`;
}

/**
 * Parses AI_REGION and AI_DEPLOYMENT, of the connection of the variables.
 * @throws Error naming the variable
 */
export function readConnectionPlace(variables: Variables): ConnectionPlace {
  const read = (name: string) => {
    const value = variables[name]?.trim();
    if (!value) return undefined;
    if (placeSchema.safeParse(value).success) return value;
    throw new Error(`Set ${name} to at most 60 letters, numbers and blanks.`);
  };
  const region = read('AI_REGION');
  const deployment = read('AI_DEPLOYMENT');
  return {
    ...(region !== undefined && { region }),
    ...(deployment !== undefined && { deployment }),
  };
}
