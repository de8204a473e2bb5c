import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractInProcess } from '../../data/files/extract-in-process.ts';
import { MigrationHistoryError } from '../../data/database/index.ts';
import { describeError } from '../../http/describe-error.ts';
import { createServerLog, type ServerLog } from '../../operations/monitoring/server-log.ts';
import { announcement, NO_ADMIN } from './announce.ts';
import { findProviderProblem, repliesLine } from './check-provider.ts';
import { aiServerLine, findAiServer } from './find-ai-server.ts';
import { readSettings, type StartFlags } from '../settings/read-settings.ts';
import { resetDataFolder } from './reset-data-folder.ts';
import { createSmtpService } from '../../mail/smtp.ts';
import { startBackend, type Backend } from '../../start-backend.ts';
import type { ConnectedProviderSettings } from '../../../../../supabase/functions/_shared/ai/provider-settings.ts';

/**
 * From then on a second signal means that the user does not want to wait. One Ctrl-C arrives twice, from the terminal
 * and from npm.
 */
const IMPATIENT_AFTER_MS = 1_000;

let log: ServerLog = createServerLog('text', { out: console.log, error: console.error });

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the server, and stops it on a signal. Exits with 1 if it cannot start.
 * @param root of the workspace
 */
export async function startServer(
  root: string,
  environment: Environment,
  flags: StartFlags,
): Promise<void> {
  await start(root, environment, flags).catch(fail);
}

async function start(root: string, environment: Environment, flags: StartFlags): Promise<void> {
  const settings = readSettings(root, environment, flags);
  // Built next to the program; tests run without it.
  const worker = join(root, 'apps/server/dist/extraction-worker.js');
  const { backend: options, reset, smtp, logFormat } = settings;
  log = createServerLog(logFormat, { out: console.log, error: console.error });
  if (reset) {
    await resetDataFolder(options.dataDir, `port ${options.port}`);
    log.info(`Removed the data in ${options.dataDir}`);
  }
  const mails = smtp && createSmtpService(smtp);
  const starting = startBackend({
    ...options,
    ...(mails && { sendMail: mails.send }),
    ...(existsSync(worker) && { extractFile: extractInProcess(pathToFileURL(worker)) }),
    onProgress: log.info,
    log: log.error,
    logInfo: log.info,
    ...(log.request && { onRequest: log.request }),
  });
  const isStopping = stopOnSignals(starting);
  const backend = await starting;
  if (isStopping()) return;
  const { url, showsMails, hasDemo, hasAdmin, metricsPort } = backend;
  mails
    ?.check()
    .catch((error: unknown) =>
      log.error(`Mails cannot be sent: ${describeError(error)}. Check SMTP_URL.`),
    );
  if (logFormat === 'json') {
    log.info(`Ready at ${url}`);
    if (!hasAdmin) log.info(NO_ADMIN);
    return;
  }
  const seconds = performance.now() / 1000;
  const { dataDir } = options;
  const { ai = { kind: 'demo' } } = options.functionSettings ?? {};
  const isDemo = ai.kind === 'demo';
  const mailHost = smtp && new URL(smtp.url).host;
  log.info(
    announcement({
      url,
      seconds,
      hasDemo,
      hasAdmin,
      showsMails,
      mailHost,
      metricsPort,
      dataDir,
      replies: isDemo ? 'by the demo; AI_API_KEY connects an AI provider' : repliesLine(ai),
    }),
  );
  if (!isDemo) return reportProvider(ai);
  // After the announcement: readiness waits for nothing else on this computer.
  const aiServer = await findAiServer();
  if (aiServer) log.info(aiServerLine(aiServer));
}

/** Logs what to check if the AI provider cannot be used. The server runs without it. */
async function reportProvider(settings: ConnectedProviderSettings): Promise<void> {
  const problem = await findProviderProblem(settings);
  if (problem !== undefined) log.error(`No replies can be written: ${problem}`);
}

/**
 * Stops the backend on a signal. While it is starting, it waits for the start: otherwise its PostgreSQL would keep
 * running.
 * @returns a function that returns whether it is stopping
 */
function stopOnSignals(starting: Promise<Backend>): () => boolean {
  let stoppingSince: number | undefined;
  let started: Backend | undefined;
  const stop = async () => {
    started = await starting;
    await started.shutDown();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now();
        log.info('Stopping');
        stop().then(
          () => process.exit(0),
          (error: unknown) => fail(error),
        );
      } else if (performance.now() - stoppingSince > IMPATIENT_AFTER_MS) {
        if (started) started.hurry();
        else process.exit(1);
      }
    });
  }
  return () => stoppingSince !== undefined;
}

function fail(error: unknown): never {
  log.error(error instanceof Error ? error.message : String(error));
  if (error instanceof MigrationHistoryError && !process.env['DATABASE_URL'])
    log.error('To begin anew without the present data: npm start -- --reset');
  process.exit(1);
}
