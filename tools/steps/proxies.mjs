// Provides the proxies and the pooler that operators put around the server, for the tests of the guide's files.
import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

const PROGRAMS = {
  'nginx-light': '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  haproxy: '/usr/sbin/haproxy',
  apache2: '/usr/sbin/apache2',
  pgbouncer: '/usr/sbin/pgbouncer',
};

/**
 * Installs them where that is possible without a prompt. The tests start them themselves.
 * @returns {Promise<boolean>} whether all are there; otherwise those tests are skipped
 */
export async function ensureProxies() {
  const missing = () =>
    Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing().length > 0) await aptInstall(...missing());
  return missing().length === 0;
}
