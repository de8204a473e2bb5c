import type { AssistantModelFields, SavedAssistantModel } from '@homie/contracts';
import { savedAssistantModelSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { recordKey } from '../resource-data';
import { asSaved, type Saved } from '../saved';

/** Returns the model settings of an assistant. @throws ApiError 'Admin access required' or 'Assistant not found' */
export function getAssistantModel(
  api: Api,
  assistantId: string,
  signal?: AbortSignal,
): Promise<SavedAssistantModel> {
  return callFunction(api, savedAssistantModelSchema, {
    endpoint: `/assistants/${assistantId}/model`,
    method: 'GET',
    signal,
  });
}

/** Options of the query for the model settings of an assistant. */
export function assistantModelQuery(api: Api, assistantId: string) {
  return queryOptions({
    queryKey: recordKey('assistants', assistantId, 'model'),
    queryFn: ({ signal }) => getAssistantModel(api, assistantId, signal),
  });
}

/**
 * Saves the model settings of an assistant, unless they were changed since they were read.
 * @param version of the model as it was read
 * @throws ApiError as {@link getAssistantModel}, or with the fields that were refused
 */
export function changeAssistantModel(
  api: Api,
  assistantId: string,
  { version }: Pick<SavedAssistantModel, 'version'>,
  model: AssistantModelFields,
): Promise<Saved<SavedAssistantModel>> {
  const endpoint = `/assistants/${assistantId}/model`;
  const body = { ...model, version };
  return asSaved(
    savedAssistantModelSchema,
    callFunction(api, savedAssistantModelSchema, { endpoint, method: 'PUT', body }),
  );
}
