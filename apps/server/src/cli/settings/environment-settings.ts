import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { StaticOptions } from '../../gateways/pages/static-gateway.ts';
import { parseFlag } from './parse-flag.ts';
import { SettingsError } from './settings-error.ts';

const NAME = /^[a-z][a-z0-9-]*$/;

/** An origin in the syntax of a content security policy; nothing in it can add another directive. */
const originSchema = z.string().check(z.regex(/^https?:\/\/[a-z0-9.-]+(:(\d{1,5}|\*))?$/i));

/** The properties of `environments/<name>.json` that the server uses. */
const environmentSchema = z.looseObject({
  store: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('folder'), folder: z.string() }),
    z.object({ kind: z.literal('supabase'), url: z.url(), bucket: z.string() }),
  ]),
  remoteOrigins: z._default(z.array(originSchema), []),
  requireIntegrity: z._default(z.boolean(), true),
  overrides: z._default(
    z.nullable(z.object({ roles: z.array(z.string()), origins: z.array(originSchema) })),
    null,
  ),
});

/** This computer's own environment needs no description. */
const LOCAL = { store: { kind: 'folder', folder: 'dist/releases' } };

type Described = z.infer<typeof environmentSchema>;

/** Locations of the environment's remotes, and the rules for loading them. */
export type EnvironmentSettings = Omit<StaticOptions, 'shellDir'>;

/**
 * Reads the environment that this process serves, and its `environments/<name>.json`.
 * @param root of the repository
 * @param text returns a variable of the process, or undefined
 * @param production whether pages refuse overrides, in the environment `local`, whatever its file allows
 * @throws {SettingsError}
 */
export function readEnvironmentSettings(
  root: string,
  text: (name: string) => string | undefined,
  production = false,
): EnvironmentSettings {
  const name = text('HOMIE_ENVIRONMENT') ?? 'local';
  const folder = join(root, 'environments');
  const described = describe(folder, name);
  const { remoteOrigins, requireIntegrity, overrides, store } = described;
  const allowed = origins(text('HOMIE_REMOTE_ORIGINS')) ?? remoteOrigins;
  const rules = {
    name,
    others: findOtherEnvironments(folder, name, described),
    remoteOrigins: allowed,
    requireIntegrity:
      parseFlag('HOMIE_REQUIRE_INTEGRITY', text('HOMIE_REQUIRE_INTEGRITY')) ?? requireIntegrity,
    // The overrides of a developer's computer suit no server that others reach.
    overrides: production && name === 'local' ? null : overrides,
  };
  if (store.kind === 'supabase') {
    // The public address of the bucket. The environment's remotes load from there, so pages may load from its origin.
    const storeUrl = `${store.url.replace(/\/$/, '')}/storage/v1/object/public/${store.bucket}`;
    const { origin } = new URL(store.url);
    return {
      remotesDir: resolve(root, text('HOMIE_REMOTES_DIR') ?? 'dist/releases/remotes'),
      manifestFile: `${storeUrl}/environments/${name}/remotes.json`,
      environmentsDir: `${storeUrl}/environments`,
      rules: { ...rules, remoteOrigins: [...new Set([...allowed, origin])] },
    };
  }
  const releases = resolve(root, text('HOMIE_RELEASES') ?? store.folder);
  const environmentsDir = join(releases, 'environments');
  return {
    remotesDir: resolve(root, text('HOMIE_REMOTES_DIR') ?? join(releases, 'remotes')),
    manifestFile: resolve(
      root,
      text('HOMIE_REMOTES_MANIFEST') ?? join(environmentsDir, name, 'remotes.json'),
    ),
    environmentsDir,
    // HOMIE_SHELL_DIR overrides the released shells.
    ...(text('HOMIE_SHELL_DIR') === undefined && {
      shells: {
        statement: join(environmentsDir, name, 'shell.json'),
        folder: join(releases, 'shells'),
      },
    }),
    rules,
  };
}

function describe(folder: string, name: string): Described {
  const file = join(folder, `${name}.json`);
  if (name === 'local' && !existsSync(file)) return environmentSchema.parse(LOCAL);
  if (!NAME.test(name) || !existsSync(file))
    throw new SettingsError(`HOMIE_ENVIRONMENT: there is no environments/${name}.json`);
  try {
    return environmentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`environments/${name}.json cannot be meant: ${why}`);
  }
}

/** Returns the environments that have their manifests in the same store. */
function findOtherEnvironments(folder: string, own: string, { store }: Described): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => name !== own && NAME.test(name))
    .filter((name) => JSON.stringify(describe(folder, name).store) === JSON.stringify(store))
    .sort();
}

function origins(list: string | undefined): string[] | undefined {
  return list?.split(',').map((entry) => {
    const origin = entry.trim().replace(/\/$/, '');
    if (!originSchema.safeParse(origin).success || origin.endsWith(':*'))
      throw new SettingsError(
        `HOMIE_REMOTE_ORIGINS: "${origin}" is not of the form https://example.org`,
      );
    return origin;
  });
}
