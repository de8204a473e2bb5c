import { readEmbeddingSettings, type EmbeddingSettings } from '../_shared/ai/embedding-settings.ts';
import {
  readConnectionPlace,
  type ConnectionPlace,
  type NamedConnection,
} from '../_shared/ai/connection-settings.ts';
import { readProviderSettings, type ProviderSettings } from '../_shared/ai/provider-settings.ts';
import { readDailyReplies, type DailyReplies } from '../_shared/turns/daily-replies.ts';
import { readReplyTimes, type ReplyTimes } from '../_shared/turns/reply-times.ts';
import { TURN_TIMING } from '../_shared/turns/turn-timing.ts';
import { readModelPrices, type ModelPrices } from '../_shared/usage/model-prices.ts';
import { readWebSettings } from './web-settings.ts';
import {
  readClamavSettings,
  type ClamavSettings,
} from '../security-scan/clamav/clamav-settings.ts';
import { UPLOADS_PER_MINUTE } from '../_shared/files/attachment-store.ts';
import {
  readFunctionEnvironment,
  type FunctionEnvironment,
} from '../_shared/http/function-environment.ts';

/** Environment of the function. */
export interface ConversationsEnvironment extends FunctionEnvironment, ReplyTimes {
  /** Provider that writes the replies; the demo by default. */
  ai?: ProviderSettings;
  /** Where the provider runs, for the audit log. */
  aiPlace?: ConnectionPlace;
  /** Connections that assistants may name, in addition. */
  aiConnections?: readonly NamedConnection[];
  /** Model that embeds passages and questions, for a search by meaning; by words alone by default. */
  embeddings?: EmbeddingSettings;
  /** Pause of the demo between two words, in milliseconds. */
  demoDelayMs?: number;
  /** Maximum number of messages that a user may send per minute. */
  sendsPerMinute?: number;
  /** Maximum number of files that a user may upload per minute. */
  uploadsPerMinute?: number;
  /** Maximum size of all stored files, in gigabytes (10^9 bytes). */
  filesMaxGb?: number;
  /** Maximum number of replies that a user may start within 24 hours; unlimited by default. */
  dailyReplies?: DailyReplies;
  /** True if users may search the web on request. */
  webResearch?: boolean;
  /** The organisation's sites, where its assistants may search the web. */
  orgDomains?: readonly string[];
  /** Prices of the models, for the cost in reports. */
  prices?: ModelPrices;
  /** Daemon that scans documents before they are read. */
  clamav?: ClamavSettings;
}

const DEMO_DELAY_MS = 15;
const SENDS_PER_MINUTE = 20;
const FILES_MAX_GB = 100;

/** Returns the environment with default values for missing settings. */
export function withDefaults(
  environment: ConversationsEnvironment,
): Required<Omit<ConversationsEnvironment, 'clamav' | 'embeddings' | 'prices'>> &
  Pick<ConversationsEnvironment, 'clamav' | 'embeddings' | 'prices'> {
  return {
    ...environment,
    supabaseUrl: environment.supabaseUrl.replace(/\/+$/, ''),
    ai: environment.ai ?? { kind: 'demo' },
    aiPlace: environment.aiPlace ?? {},
    aiConnections: environment.aiConnections ?? [],
    demoDelayMs: environment.demoDelayMs ?? DEMO_DELAY_MS,
    sendsPerMinute: environment.sendsPerMinute ?? SENDS_PER_MINUTE,
    uploadsPerMinute: environment.uploadsPerMinute ?? UPLOADS_PER_MINUTE,
    filesMaxGb: environment.filesMaxGb ?? FILES_MAX_GB,
    dailyReplies: environment.dailyReplies ?? {},
    replyDeadlineSeconds: environment.replyDeadlineSeconds ?? TURN_TIMING.deadlineMs / 1000,
    firstWordSeconds: environment.firstWordSeconds ?? TURN_TIMING.firstTextMs / 1000,
    webResearch: environment.webResearch ?? false,
    orgDomains: environment.orgDomains ?? [],
  };
}

/**
 * Reads the environment from variables: those of every function, DEMO_DELAY_MS, SENDS_PER_MINUTE, UPLOADS_PER_MINUTE,
 * FILES_MAX_GB, DAILY_REPLIES, REPLY_DEADLINE_SECONDS, AI_FIRST_WORD_SECONDS, WEB_RESEARCH, ORG_WEB_DOMAINS, HOMIE_PRICES, those of the virus scanner, of the AI
 * provider and of embeddings.
 * @throws Error naming the variable that is missing or invalid
 */
export function readEnvironment(
  variables: Record<string, string | undefined>,
): ConversationsEnvironment {
  const number = (name: string) => {
    const value = variables[name];
    if (!value) return undefined;
    if (!/^\d{1,9}$/.test(value)) throw new Error(`Set ${name} to a whole number.`);
    return Number(value);
  };
  const demoDelayMs = number('DEMO_DELAY_MS');
  const sendsPerMinute = number('SENDS_PER_MINUTE');
  const uploadsPerMinute = number('UPLOADS_PER_MINUTE');
  const filesMaxGb = number('FILES_MAX_GB');
  const dailyReplies = readDailyReplies(variables['DAILY_REPLIES']);
  const prices = readModelPrices(variables['HOMIE_PRICES']);
  const clamav = readClamavSettings(variables);
  const embeddings = readEmbeddingSettings(variables);
  return {
    ...readFunctionEnvironment('conversations', variables),
    ai: readProviderSettings(variables),
    aiPlace: readConnectionPlace(variables),
    ...readWebSettings(variables),
    ...(clamav && { clamav }),
    ...(embeddings && { embeddings }),
    ...(prices && { prices }),
    ...(dailyReplies !== undefined && { dailyReplies }),
    ...readReplyTimes(variables),
    ...(demoDelayMs !== undefined && { demoDelayMs }),
    ...(sendsPerMinute !== undefined && { sendsPerMinute }),
    ...(uploadsPerMinute !== undefined && { uploadsPerMinute }),
    ...(filesMaxGb !== undefined && { filesMaxGb }),
  };
}
