import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  parseConnections,
  readConnectionPlace,
  type NamedConnection,
} from '../../../../../supabase/functions/_shared/ai/connection-settings.ts';
import { readEmbeddingSettings } from '../../../../../supabase/functions/_shared/ai/embedding-settings.ts';
import { readProviderSettings } from '../../../../../supabase/functions/_shared/ai/provider-settings.ts';
import { readDailyReplies } from '../../../../../supabase/functions/_shared/turns/daily-replies.ts';
import { readModelPrices } from '../../../../../supabase/functions/_shared/usage/model-prices.ts';
import { readReplyTimes } from '../../../../../supabase/functions/_shared/turns/reply-times.ts';
import { readAuditSettings } from '../../../../../supabase/functions/audit/audit-settings.ts';
import { readWebSettings } from '../../../../../supabase/functions/conversations/web-settings.ts';
import { readClamavSettings } from '../../../../../supabase/functions/security-scan/clamav/clamav-settings.ts';
import { readAccountRules } from '../../gateways/auth/account-rules.ts';
import { readProviders } from '../../gateways/auth/providers/provider-settings.ts';
import { readScimSettings } from '../../gateways/scim/scim-settings.ts';
import { readSignUpRule } from '../../gateways/auth/sign-up-rule.ts';
import { readLocalCopies } from '../../gateways/pages/local-copies.ts';
import { isLocalAddress } from '../../http/peer.ts';
import { isAddressOrNetwork } from '../../http/trusted-proxies.ts';
import { readSmtpSettings, type SmtpSettings } from '../../mail/smtp.ts';
import type { BackendOptions } from '../../server-options.ts';
import type { LogFormat } from '../../operations/monitoring/server-log.ts';
import { readLogFormat, readOperationSettings, requireDatabaseTls } from './operation-settings.ts';
import { readEnvironmentSettings } from './environment-settings.ts';
import { readContact } from './read-contact.ts';
import { parseFlag } from './parse-flag.ts';
import { SettingsError } from './settings-error.ts';

/** The validated settings of the process. */
export interface Settings {
  backend: Omit<BackendOptions, 'dataDir'> & { dataDir: string };
  /** Remove the data folder first. */
  reset: boolean;
  logFormat: LogFormat;
  /** The mail server; without it, mails are stored instead of sent. */
  smtp?: SmtpSettings;
}

/** Options of `homie start`. */
export interface StartFlags {
  reset?: boolean;
  production?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the settings of the process.
 * @param root of the workspace
 * @throws {SettingsError}
 */
export function readSettings(
  root: string,
  environment: Environment,
  flags: StartFlags = {},
): Settings {
  const { reset = false } = flags;
  const text = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl !== undefined) {
    requireDatabase('DATABASE_URL', databaseUrl);
    requireDatabaseTls(databaseUrl);
  }
  if (reset && databaseUrl !== undefined)
    throw new SettingsError(
      '--reset replaces the embedded database by an empty one. With DATABASE_URL, name a new database there instead.',
    );
  const production = flags.production || flag(environment, 'HOMIE_PRODUCTION', false);
  const siteUrl = text('HOMIE_SITE_URL');
  if (siteUrl !== undefined) requireOrigin('HOMIE_SITE_URL', siteUrl);
  const isPublic = siteUrl !== undefined && !isLocalAddress(siteUrl);
  const seeded = readSeed(environment, { production, isPublic }) ?? databaseUrl === undefined;
  const ai = parseSetting(() => readProviderSettings(environment));
  const aiPlace = parseSetting(() => readConnectionPlace(environment));
  const aiFile = text('HOMIE_AI_FILE');
  const aiConnections = parseSetting(() =>
    readConnections(aiFile && resolve(root, aiFile), environment),
  );
  if (aiConnections.length > 0 && ai.kind === 'demo')
    throw new SettingsError(
      'HOMIE_AI_FILE adds connections to the default one: set AI_BASE_URL or AI_API_KEY too.',
    );
  const embeddings = parseSetting(() => readEmbeddingSettings(environment));
  const web = parseSetting(() => readWebSettings(environment));
  const dailyReplies = parseSetting(() => readDailyReplies(environment['DAILY_REPLIES']));
  const replyTimes = parseSetting(() => readReplyTimes(environment));
  const prices = parseSetting(() => readModelPrices(environment['HOMIE_PRICES']));
  const clamav = parseSetting(() => readClamavSettings(environment));
  const signUp = parseSetting(() =>
    readSignUpRule(environment['HOMIE_SIGN_UP'], production ? 'approve' : 'open'),
  );
  const contact = parseSetting(() => readContact(text('HOMIE_CONTACT')));
  const smtp = parseSetting(() => readSmtpSettings(text));
  const audit = parseSetting(() => readAuditSettings(environment));
  const accounts = parseSetting(() => readAccountRules(text));
  const ssoFile = text('HOMIE_SSO_FILE');
  const providers = parseSetting(() => readProviders(ssoFile && resolve(root, ssoFile)));
  const scim = parseSetting(() => readScimSettings(text));
  const placesFile = text('HOMIE_PLACES_FILE');
  const isEmbedded = databaseUrl === undefined && !production && !isPublic;
  const localCopies = parseSetting(() =>
    readLocalCopies(text('HOMIE_LOCAL_COPIES'), isEmbedded ? 'device' : 'memory'),
  );
  const demoDelayMs = readInteger(environment, 'DEMO_DELAY_MS');
  const sendsPerMinute = readInteger(environment, 'SENDS_PER_MINUTE');
  const uploadsPerMinute = readInteger(environment, 'UPLOADS_PER_MINUTE');
  const filesMaxGb = readInteger(environment, 'FILES_MAX_GB');
  return {
    reset,
    logFormat: readLogFormat(text('HOMIE_LOG')),
    ...(smtp && { smtp }),
    backend: {
      host: text('HOST') ?? '127.0.0.1',
      port: readPort(environment),
      dataDir: resolve(root, text('HOMIE_DATA') ?? '.homie'),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(siteUrl === undefined ? {} : { siteUrl: new URL(siteUrl).origin }),
      corsOrigins: list(environment, 'HOMIE_CORS_ORIGINS').map((origin) =>
        requireOrigin('HOMIE_CORS_ORIGINS', origin),
      ),
      trustedProxies: list(environment, 'HOMIE_TRUSTED_PROXIES').map((address) =>
        requireAddress('HOMIE_TRUSTED_PROXIES', address),
      ),
      ...readOperationSettings(text),
      signUp,
      accounts,
      providers,
      ...(scim && { scim }),
      ...(placesFile !== undefined && { placesFile: resolve(root, placesFile) }),
      magicLink: flag(environment, 'HOMIE_MAGIC_LINK', false),
      localCopies,
      offlineStart: flag(environment, 'HOMIE_OFFLINE_START', true),
      ...(contact === undefined ? {} : { contact }),
      production,
      ...(text('HOMIE_MAILBOX') === undefined && !production
        ? {}
        : { mailbox: flag(environment, 'HOMIE_MAILBOX', false) }),
      demoMode: flag(environment, 'HOMIE_DEMO_MODE', ai.kind === 'demo'),
      migrationsDir: resolve(root, 'supabase/migrations'),
      ...(seeded ? { seedDir: resolve(root, 'supabase/seed') } : {}),
      static: {
        shellDir: resolve(root, text('HOMIE_SHELL_DIR') ?? 'apps/shell/dist'),
        ...readEnvironmentSettings(root, text, production),
      },
      functionSettings: {
        ai,
        aiPlace,
        aiConnections,
        audit,
        ...web,
        ...(dailyReplies === undefined ? {} : { dailyReplies }),
        ...replyTimes,
        ...(clamav === undefined ? {} : { clamav }),
        ...(prices === undefined ? {} : { prices }),
        ...(embeddings === undefined ? {} : { embeddings }),
        ...(demoDelayMs === undefined ? {} : { demoDelayMs }),
        ...(sendsPerMinute === undefined ? {} : { sendsPerMinute }),
        ...(uploadsPerMinute === undefined ? {} : { uploadsPerMinute }),
        ...(filesMaxGb === undefined ? {} : { filesMaxGb }),
      },
    },
  };
}

/**
 * Returns whether to add the demo accounts, which have public passwords; undefined if that depends on the database.
 * @throws {SettingsError} if others could sign in with them by mistake
 */
function readSeed(
  environment: Environment,
  { production, isPublic }: { production: boolean; isPublic: boolean },
): boolean | undefined {
  const text = environment['HOMIE_SEED']?.trim().toLowerCase();
  if (!text) return production || isPublic ? false : undefined;
  const isDemo = text === 'demo';
  const seeded = isDemo || flag(environment, 'HOMIE_SEED', false);
  if (seeded && production)
    throw new SettingsError('HOMIE_SEED adds demo accounts: leave it out in production.');
  if (seeded && isPublic && !isDemo)
    throw new SettingsError(
      'HOMIE_SEED adds demo accounts whose passwords are public, and HOMIE_SITE_URL is not an address of this computer. ' +
        'For a public demo say HOMIE_SEED=demo.',
    );
  return seeded;
}

/** @throws Error if the file cannot be read, or is not valid */
function readConnections(file: string | undefined, environment: Environment): NamedConnection[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`HOMIE_AI_FILE: cannot read ${file}`);
  }
  return parseConnections(text, environment);
}

/** Rethrows errors of a function that reads its own settings as a SettingsError with the same message. */
function parseSetting<Setting>(read: () => Setting): Setting {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}

function readPort(environment: Environment): number {
  const port = readInteger(environment, 'PORT') ?? 4200;
  if (port > 65_535) throw new SettingsError('PORT must be between 0 and 65535');
  return port;
}

function readInteger(environment: Environment, name: string): number | undefined {
  const text = environment[name]?.trim();
  if (!text) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new SettingsError(`${name} must be a whole number`);
  return Number(text);
}

function flag(environment: Environment, name: string, otherwise: boolean): boolean {
  return parseFlag(name, environment[name]) ?? otherwise;
}

function list(environment: Environment, name: string): string[] {
  return (environment[name] ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

/** Validates a database URL. The error message does not repeat it: it may hold a password. */
const ESCAPE = 'In a password, write %2F for /, %3F for ?, %23 for # and %40 for @.';

function requireDatabase(name: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new SettingsError(
      `${name} must be of the form postgres://user:password@host:port/database. ${ESCAPE}`,
    );
  // The password would end at the sign, and the message of a failed connection would name the rest of it as the host.
  if (/@/.test(url.pathname + url.search + url.hash)) throw new SettingsError(`${name}: ${ESCAPE}`);
}

function requireAddress(name: string, text: string): string {
  if (!isAddressOrNetwork(text))
    throw new SettingsError(`${name}: "${text}" is no IP address and no network like 10.0.0.0/8`);
  return text;
}

function requireOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new SettingsError(`${name}: "${text}" is not of the form https://example.org`);
  return url.origin;
}
