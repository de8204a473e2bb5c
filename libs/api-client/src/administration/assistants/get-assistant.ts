import { assistantSchema, type Assistant } from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/** Returns one assistant. @throws ApiError 'Assistant not found' */
export function getAssistant(api: Api, id: string, signal?: AbortSignal): Promise<Assistant> {
  return callFunction(api, assistantSchema, {
    endpoint: `/assistants/${id}`,
    method: 'GET',
    signal,
  });
}
