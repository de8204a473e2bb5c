import { createConversationsHandler } from '../../../functions/conversations/handler.ts';
import type { CreateFunction } from './function-handler.ts';

/** The functions that this server answers under /functions/v1/<name>. */
export const FUNCTIONS: Readonly<Record<string, CreateFunction>> = {
  conversations: createConversationsHandler,
};
