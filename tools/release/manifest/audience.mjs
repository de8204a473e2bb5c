import { Failure } from '../failure.mjs';
import { hashAccount } from './changes.mjs';

/** Roles by the database's names. */
const ROLES = ['admin', 'office', 'support_worker'];

/** @param {string | undefined} text words, separated by commas */
const list = (text) =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/**
 * Parses the audience of a rollout from command-line options.
 * @param {string} remote
 * @param {{ percent?: string, roles?: string, accounts?: string, complete?: boolean }} options
 * @returns {import('./changes.mjs').Audience}
 * @throws {Failure} if the options are not valid
 */
export function parseAudience(remote, { percent, roles, accounts, complete }) {
  if (percent !== undefined && !/^(100|[1-9]?\d)$/.test(percent))
    throw new Failure(`--percent ${percent} is no whole number from 0 to 100.`);
  const unknown = list(roles).filter((role) => !ROLES.includes(role));
  if (unknown.length > 0)
    throw new Failure(`There is no role ${unknown.join(', ')}. There are: ${ROLES.join(', ')}.`);
  const strange = list(accounts).filter((account) => !/^\S+@\S+$/.test(account));
  if (strange.length > 0) throw new Failure(`${strange.join(', ')} is no e-mail address.`);
  const audience = {
    ...(percent !== undefined && { percent: Number(percent) }),
    ...(list(roles).length > 0 && { roles: list(roles) }),
    ...(list(accounts).length > 0 && {
      accounts: list(accounts).map((account) => hashAccount(remote, account)),
    }),
  };
  if (audience.percent === 100 && Object.keys(audience).length > 1)
    throw new Failure('--percent 100 is everybody: leave out --roles and --accounts.');
  if (!complete && Object.keys(audience).length === 0)
    throw new Failure('Say for whom it is: --percent, --roles or --accounts.');
  return audience;
}

/** @param {import('./changes.mjs').Audience} audience */
export function formatAudience({ percent, roles, accounts }) {
  return [
    ...(percent === undefined ? [] : [`${percent} %`]),
    ...(roles ?? []),
    ...(accounts ? [`${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`] : []),
  ].join(' and ');
}
