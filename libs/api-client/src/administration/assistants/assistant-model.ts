import type { AssistantModelFields, SavedAssistantModel } from '@homie/contracts';
import { savedAssistantModelSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { asSaved, type Saved } from '../saved';

/** What is a model, for the form of one. */
export { assistantModelSchema } from '@homie/contracts/admin';

/** What an assistant is to the model. @throws ApiError 'Admin access required' or 'Assistant not found' */
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

/**
 * Says anew what an assistant is to the model, unless somebody else has since it was read.
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
