import { readPostgresTls } from '../../data/database/index.ts';
import { readTlsFiles, type TlsFiles } from '../../http/tls-files.ts';
import type { MetricsAddress } from '../../operations/monitoring/metrics.ts';
import type { LogFormat } from '../../operations/monitoring/server-log.ts';
import { SettingsError } from './settings-error.ts';

/** Settings for running a server: encryption, shutdown and metrics. */
export interface OperationSettings {
  tls?: TlsFiles;
  drainMs: number;
  repliesMs: number;
  metrics?: MetricsAddress;
}

/** Just under the 30 s that container runtimes and others wait before they kill a process. */
const SHUTDOWN_SECONDS = 25;
const MAX_SECONDS = 3_600;
const MAX_PORT = 65_535;

/**
 * Reads the settings for running a server.
 * @param text returns a variable of the process, or undefined
 * @throws {SettingsError}
 */
export function readOperationSettings(
  text: (name: string) => string | undefined,
): OperationSettings {
  const tls = readTls(text('HOMIE_TLS_CERT'), text('HOMIE_TLS_KEY'));
  const metrics = readMetrics(text('HOMIE_METRICS_PORT'), text('HOMIE_METRICS_HOST'));
  return {
    ...(tls && { tls }),
    ...(metrics && { metrics }),
    drainMs: 1000 * upTo(MAX_SECONDS, 'HOMIE_DRAIN_SECONDS', text('HOMIE_DRAIN_SECONDS') ?? '0'),
    repliesMs:
      1000 *
      upTo(
        MAX_SECONDS,
        'HOMIE_SHUTDOWN_SECONDS',
        text('HOMIE_SHUTDOWN_SECONDS') ?? String(SHUTDOWN_SECONDS),
      ),
  };
}

/** @throws {SettingsError} */
export function readLogFormat(text: string | undefined): LogFormat {
  if (text !== undefined && text !== 'text' && text !== 'json')
    throw new SettingsError('HOMIE_LOG must be text or json');
  return text ?? 'text';
}

/** @throws {SettingsError} */
export function requireDatabaseTls(databaseUrl: string): void {
  try {
    readPostgresTls(databaseUrl);
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}

function readTls(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new SettingsError(
      'Set both HOMIE_TLS_CERT and HOMIE_TLS_KEY, a certificate with its chain and its key, or neither.',
    );
  try {
    readTlsFiles({ cert, key });
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
  return { cert, key };
}

function readMetrics(
  port: string | undefined,
  host: string | undefined,
): MetricsAddress | undefined {
  if (port === undefined && host !== undefined)
    throw new SettingsError('Set HOMIE_METRICS_PORT too: HOMIE_METRICS_HOST alone serves nothing.');
  return port === undefined
    ? undefined
    : { port: upTo(MAX_PORT, 'HOMIE_METRICS_PORT', port), host: host ?? '127.0.0.1' };
}

function upTo(most: number, name: string, text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new SettingsError(`${name} must be a whole number up to ${most}`);
}
