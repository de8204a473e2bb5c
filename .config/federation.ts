import { federation } from '@module-federation/vite';
import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';
import { wholeGraph } from '../libs/federation-build/src/whole-graph.ts';

const root = new URL('..', import.meta.url);

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

const workspace = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
) as Manifest; /* our own package.json: the shape is ours */

/**
 * The only list of modules of which a page holds one instance. Everything else that must be single (Chakra, Emotion,
 * React Query, the router, zod) is accessed through one of these libraries, so that the first load stays small: see
 * docs/decisions.
 */
const packages = ['react', 'react-dom'] as const;
const libraries = [
  '@homie/contracts',
  '@homie/composition',
  '@homie/ui',
  '@homie/auth',
  '@homie/api-client',
] as const;

type Role = 'host' | 'remote';

function share(role: Role, version: string) {
  return {
    singleton: true,
    requiredVersion: `^${version}`,
    version,
    // The host provides every shared module with its first request; a remote carries no copy.
    ...(role === 'host' ? { eager: true } : { import: false as const }),
  };
}

/** The version of every shared module that a page of this build provides, by name. */
export function providedVersions(): Record<string, string> {
  return Object.fromEntries([
    ...packages.map((name) => [name, workspace.dependencies[name] ?? '']),
    ...libraries.map((name) => [name, workspace.version]),
  ]);
}

function shared(role: Role) {
  return Object.fromEntries(
    Object.entries(providedVersions()).map(([name, version]) => [name, share(role, version)]),
  );
}

const common = { dts: false, shareStrategy: 'loaded-first', dev: { remoteHmr: true } } as const;

/** Federation for the shell: no remote is known at build time, all are registered from /remotes.json. */
export function host(): PluginOption {
  return federation({
    ...common,
    name: 'shell',
    remotes: {},
    manifest: false,
    shared: shared('host'),
    experiments: { provideExternalRuntime: true },
  });
}

/**
 * Federation for a remote.
 * @param name the remote's name in /remotes.json, e.g. `chat`
 * @param command the command that Vite runs
 */
export function remote(name: string, command: 'build' | 'serve'): PluginOption {
  const entry = './src/remote/routes.tsx';
  const federated = federation({
    ...common,
    name,
    // A hash in the name: the same URL always means the same module instance, so that only a
    // changed URL can be retried or replaced. A dev server has one address.
    filename: command === 'build' ? 'remoteEntry-[hash].js' : 'remoteEntry.js',
    manifest: true,
    exposes: { './routes': entry },
    shared: shared('remote'),
    experiments: { externalRuntime: true },
    // Counted from the last module, not from the start: a slow build is not a broken one.
    moduleParseIdleTimeout: 30,
  });
  return [wholeGraph([entry]), federated];
}
