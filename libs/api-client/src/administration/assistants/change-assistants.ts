import { assistantSchema, type Assistant, type AssistantFields } from '@homie/contracts';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { asSaved, type Saved } from '../saved';

/**
 * Adds an assistant.
 * @throws ApiError 'Admin access required', or refused fields, which `fieldIssues` names
 */
export function createAssistant(api: Api, fields: AssistantFields): Promise<Assistant> {
  return callFunction(api, assistantSchema, {
    endpoint: '/assistants',
    method: 'POST',
    body: fields,
  });
}

/**
 * Updates an assistant, unless another user has changed it since it was read.
 * @param version the assistant as it was read; its `updated_at` identifies the version
 * @throws ApiError as {@link createAssistant}, and 'Assistant not found' if it was deleted in the meantime
 */
export function updateAssistant(
  api: Api,
  { id, updated_at }: Pick<Assistant, 'id' | 'updated_at'>,
  fields: AssistantFields,
): Promise<Saved<Assistant>> {
  const body = { ...fields, updated_at };
  return asSaved(
    assistantSchema,
    callFunction(api, assistantSchema, { endpoint: `/assistants/${id}`, method: 'PUT', body }),
  );
}

/** Deletes an assistant with all its conversations. @throws ApiError 'Assistant not found' */
export function deleteAssistant(api: Api, id: string): Promise<void> {
  return callFunction(api, ignoredAnswer, { endpoint: `/assistants/${id}`, method: 'DELETE' });
}
