import { parseArgs } from 'node:util';
import { roleNameSchema, type RoleName } from '@homie/contracts';
import { emailAddress } from '../../gateways/auth/index.ts';

/** What to call the command with. */
export const USAGE = `npm run users -- list
npm run users -- add EMAIL [--admin | --role admin|office|support_worker]    prints a link to set the password
npm run users -- role EMAIL admin|office|support_worker
npm run users -- disable EMAIL        ends the person's sessions at once and lets nobody sign in
npm run users -- enable EMAIL
npm run users -- reset EMAIL          prints a link to set a new password, good for an hour`;

/** The command line cannot be meant. */
export class UsersRequestError extends Error {}

/** What an operator asks for. */
export type UsersRequest =
  | { action: 'list' }
  | { action: 'add' | 'role'; email: string; role: RoleName }
  | { action: 'disable' | 'enable' | 'reset'; email: string };

/**
 * Reads the command line.
 * @throws {UsersRequestError} with a sentence or how to call it
 */
export function readUsersRequest(commandLine: readonly string[]): UsersRequest {
  const { positionals, values } = parsed(commandLine);
  const [action, email, role, ...more] = positionals;
  const given = Object.keys(values);
  if (action !== 'add' && given.length > 0) throw new UsersRequestError(USAGE);
  if (action === 'list' && email === undefined) return { action };
  if (email === undefined || more.length > 0) throw new UsersRequestError(USAGE);
  const person = readEmail(email);
  if (action === 'role' && role !== undefined)
    return { action, email: person, role: readRole(role) };
  if (role !== undefined || given.length > 1) throw new UsersRequestError(USAGE);
  if (action === 'add')
    return {
      action,
      email: person,
      role: values.admin ? 'admin' : readRole(values.role ?? 'support_worker'),
    };
  if (action === 'disable' || action === 'enable' || action === 'reset')
    return { action, email: person };
  throw new UsersRequestError(USAGE);
}

function parsed(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: { admin: { type: 'boolean' }, role: { type: 'string' } },
    });
  } catch (error) {
    throw new UsersRequestError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

function readEmail(text: string): string {
  const email = emailAddress(text);
  if (email === undefined) throw new UsersRequestError(`${text} is no email address.`);
  return email;
}

function readRole(text: string): RoleName {
  const { data } = roleNameSchema.safeParse(text);
  if (!data)
    throw new UsersRequestError(`${text} is no role: there are admin, office and support_worker.`);
  return data;
}
