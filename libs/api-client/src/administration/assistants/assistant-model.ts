import {
  assistantModelSchema,
  type AssistantModel,
  type AssistantModelFields,
} from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/** What an assistant is to the model. @throws ApiError 'Admin access required' or 'Assistant not found' */
export function getAssistantModel(
  api: Api,
  assistantId: string,
  signal?: AbortSignal,
): Promise<AssistantModel> {
  return callFunction(api, assistantModelSchema, {
    endpoint: `/assistants/${assistantId}/model`,
    method: 'GET',
    signal,
  });
}

/**
 * Says anew what an assistant is to the model.
 * @throws ApiError as {@link getAssistantModel}, or with the fields that were refused
 */
export function changeAssistantModel(
  api: Api,
  assistantId: string,
  model: AssistantModelFields,
): Promise<AssistantModel> {
  return callFunction(api, assistantModelSchema, {
    endpoint: `/assistants/${assistantId}/model`,
    method: 'PUT',
    body: model,
  });
}
