import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { PATIENCE } from '@homie/server/testing';

export const root = resolve(import.meta.dirname, '../../../..');

/** A proxy whose file is in `deploy/proxies`. */
export type ProxyName = 'nginx' | 'caddy' | 'haproxy' | 'apache';

interface Started {
  stop(): Promise<void>;
}

/** Replaces what operators replace: ports, name and certificate. Here the proxy listens without TLS. */
async function readConfiguration(file: string, port: number, ports: readonly [number, number]) {
  const text = await readFile(join(root, 'deploy/proxies', file), 'utf8');
  return text
    .replaceAll('127.0.0.1:4201', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:4202', `127.0.0.1:${ports[1]}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*(ssl_certificate|SSL).*$/gm, '')
    .replace('homie.example {', `http://127.0.0.1:${port} {`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('*:443', `127.0.0.1:${port}`);
}

const APACHE_MODULES =
  'mpm_event authz_core alias headers slotmem_shm proxy proxy_http proxy_balancer lbmethod_byrequests'
    .split(' ')
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
const asRoot = process.getuid?.() === 0;

/** Programs with their arguments, and the lines around the file that an installation already has. */
const PROXIES: Record<
  ProxyName,
  { file: string; wrap: (text: string, folder: string, port: number) => string; command: string[] }
> = {
  nginx: {
    file: 'nginx.conf',
    wrap: (text, folder) =>
      `pid ${folder}/pid; error_log ${folder}/error; events {} http { access_log off; ${text} }`,
    command: ['/usr/sbin/nginx', '-g', 'daemon off;', '-c'],
  },
  caddy: {
    file: 'Caddyfile',
    wrap: (text) => `{\n\tadmin off\n\tauto_https off\n}\n${text}`,
    command: ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config'],
  },
  haproxy: {
    file: 'haproxy.cfg',
    wrap: (text) => text,
    command: ['/usr/sbin/haproxy', '-db', '-f'],
  },
  apache: {
    file: 'apache.conf',
    wrap: (text, folder, port) =>
      [
        ...APACHE_MODULES,
        `Listen 127.0.0.1:${port}\nServerName 127.0.0.1\nPidFile ${folder}/pid\nErrorLog ${folder}/error`,
        ...(asRoot ? ['User www-data\nGroup www-data'] : []),
        text,
      ].join('\n'),
    command: ['/usr/sbin/apache2', '-DFOREGROUND', '-f'],
  },
};

/** Runs a program until it is stopped, with a file in a new folder. */
async function run(
  command: readonly string[],
  write: (folder: string) => string,
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-proxy-'));
  await chmod(folder, 0o777);
  const file = join(folder, 'config');
  await writeFile(file, write(folder));
  const [program = '', ...options] = command;
  const child = spawn(program, [...options, file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  const ended = once(child, 'exit');
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a proxy with the file that the guide gives, in front of two servers.
 * @param port on which it listens
 * @param ports of the servers
 */
export async function startProxy(
  name: ProxyName,
  port: number,
  ports: readonly [number, number],
): Promise<Started> {
  const { file, wrap, command } = PROXIES[name];
  const text = await readConfiguration(file, port, ports);
  const started = await run(command, (folder) => wrap(text, folder, port));
  await vi.waitUntil(
    async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok,
    PATIENCE,
  );
  return started;
}

/**
 * Starts PgBouncer with the settings that the guide gives.
 * @param databaseUrl of a user without a password
 * @param changes settings that differ
 * @returns the address of the same database through it
 */
export async function startPgBouncer(
  databaseUrl: string,
  port: number,
  changes: Record<string, string> = {},
): Promise<Started & { databaseUrl: string }> {
  const guide = await readFile(join(root, 'docs/guides/server.md'), 'utf8');
  const [, settings = ''] = /```ini\n([\s\S]*?)```/.exec(guide) ?? [];
  const { hostname, port: target, username } = new URL(databaseUrl);
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${port}`;
  const users = join(await mkdtemp(join(tmpdir(), 'homie-users-')), 'users');
  await writeFile(users, `"${username}" ""\n`);
  await chmod(join(users, '..'), 0o755);
  const own = Object.entries(changes).map(([name, value]) => `${name} = ${value}`);
  const started = await run(
    ['/usr/sbin/pgbouncer', ...(asRoot ? ['-u', 'nobody'] : [])],
    (folder) => `[databases]
* = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${users}
${settings.replaceAll(/;.*$/gm, '')}
${own.join('\n')}
`,
  );
  return { ...started, databaseUrl: through.href };
}
