import { readProviderSettings, type ProviderSettings } from '../_shared/ai/provider-settings.ts';
import { readDailyReplies, type DailyReplies } from '../_shared/turns/daily-replies.ts';
import { readReplyDeadline } from '../_shared/turns/reply-deadline.ts';
import { TURN_TIMING } from '../_shared/turns/turn-timing.ts';
import { readWebSettings } from './web-settings.ts';
import { UPLOADS_PER_MINUTE } from '../_shared/files/attachment-store.ts';
import {
  readFunctionEnvironment,
  type FunctionEnvironment,
} from '../_shared/http/function-environment.ts';

/** What the function needs to know of where it runs. */
export interface ConversationsEnvironment extends FunctionEnvironment {
  /** Who writes the replies; the demo unless given. */
  ai?: ProviderSettings;
  /** The demo's pause between two words, in milliseconds. */
  demoDelayMs?: number;
  /** How many messages a person may send in a minute. */
  sendsPerMinute?: number;
  /** How many files a person may upload in a minute. */
  uploadsPerMinute?: number;
  /** How many replies a person may begin within 24 hours; without limit unless given. */
  dailyReplies?: DailyReplies;
  /** How long a reply may take altogether, in seconds; a host that ends work sooner needs less. */
  replyDeadlineSeconds?: number;
  /** Whether people may have the web searched on request. */
  webResearch?: boolean;
  /** The organisation's sites, where its assistants may search the web. */
  orgDomains?: readonly string[];
}

const DEMO_DELAY_MS = 15;
const SENDS_PER_MINUTE = 20;

/** The environment with what it left out. */
export function withDefaults(
  environment: ConversationsEnvironment,
): Required<ConversationsEnvironment> {
  return {
    ...environment,
    supabaseUrl: environment.supabaseUrl.replace(/\/+$/, ''),
    ai: environment.ai ?? { kind: 'demo' },
    demoDelayMs: environment.demoDelayMs ?? DEMO_DELAY_MS,
    sendsPerMinute: environment.sendsPerMinute ?? SENDS_PER_MINUTE,
    uploadsPerMinute: environment.uploadsPerMinute ?? UPLOADS_PER_MINUTE,
    dailyReplies: environment.dailyReplies ?? {},
    replyDeadlineSeconds: environment.replyDeadlineSeconds ?? TURN_TIMING.deadlineMs / 1000,
    webResearch: environment.webResearch ?? false,
    orgDomains: environment.orgDomains ?? [],
  };
}

/**
 * Reads the environment from variables: those of every function, DEMO_DELAY_MS, SENDS_PER_MINUTE, UPLOADS_PER_MINUTE,
 * DAILY_REPLIES, REPLY_DEADLINE_SECONDS, WEB_RESEARCH, ORG_WEB_DOMAINS and those of the AI provider.
 * @throws Error naming the variable that is missing or cannot be meant
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
  const replyDeadlineSeconds = readReplyDeadline(variables['REPLY_DEADLINE_SECONDS']);
  const dailyReplies = readDailyReplies(variables['DAILY_REPLIES']);
  return {
    ...readFunctionEnvironment('conversations', variables),
    ai: readProviderSettings(variables),
    ...readWebSettings(variables),
    ...(dailyReplies !== undefined && { dailyReplies }),
    ...(replyDeadlineSeconds !== undefined && { replyDeadlineSeconds }),
    ...(demoDelayMs !== undefined && { demoDelayMs }),
    ...(sendsPerMinute !== undefined && { sendsPerMinute }),
    ...(uploadsPerMinute !== undefined && { uploadsPerMinute }),
  };
}
