import type { SavedAssistantModel } from '@homie/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';
import { changeAssistantModel } from './assistant-model';

const versionsSchema = z.array(
  z.object({
    number: z.int(),
    created_at: z.string(),
    /** Null if the account was deleted, or no administrator changed the instructions. */
    author: z.nullable(z.object({ email: z.string() })),
  }),
);

/** A version of an assistant's instructions, without their text. */
type InstructionVersion = z.infer<typeof versionsSchema>[number];

/** An assistant and the key of its instructions. */
interface Instructed {
  id: string;
  openai_assistant_id: string;
}

/** Lists the stored versions of an assistant's instructions, newest first. */
export async function listInstructionVersions(
  api: Api,
  { openai_assistant_id }: Instructed,
): Promise<InstructionVersion[]> {
  const { rows } = await queryRestAsAdmin(api, versionsSchema, (rest) =>
    rest
      .from('instruction_versions')
      .select('number,created_at,author:users(email)')
      .eq('openai_assistant_id', openai_assistant_id)
      .order('number', { ascending: false }),
  );
  return rows;
}

/** Options of the query for the versions of an assistant's instructions. */
export function instructionVersionsQuery(api: Api, assistant: Instructed) {
  const { id, openai_assistant_id } = assistant;
  return queryOptions({
    queryKey: recordKey('assistants', id, 'instructions', openai_assistant_id),
    queryFn: () => listInstructionVersions(api, assistant),
    staleTime: 0,
  });
}

/** Returns the text of a version. @throws ApiError 'not_found' if it is no longer stored */
export async function getInstructionVersion(
  api: Api,
  { openai_assistant_id }: Instructed,
  number: number,
): Promise<string> {
  const { rows } = await queryRestAsAdmin(
    api,
    z.nullable(z.object({ instructions: z.string() })),
    (rest) =>
      rest
        .from('instruction_versions')
        .select('instructions')
        .eq('openai_assistant_id', openai_assistant_id)
        .eq('number', number)
        .maybeSingle(),
  );
  if (!rows) throw new ApiError('not_found', 'This version is no longer stored.', 404);
  return rows.instructions;
}

/** Options of the query for the text of a version, which never changes. */
export function instructionVersionQuery(api: Api, assistant: Instructed, number: number) {
  const { id, openai_assistant_id } = assistant;
  return queryOptions({
    queryKey: recordKey('assistants', id, 'instructions', openai_assistant_id, number),
    queryFn: () => getInstructionVersion(api, assistant, number),
  });
}

/**
 * Replaces only the instructions of an assistant.
 * @param model as it was read
 * @returns the saved model
 * @throws ApiError 'conflict' if the model was changed since
 */
export async function changeInstructions(
  api: Api,
  assistantId: string,
  model: SavedAssistantModel,
  instructions: string,
): Promise<SavedAssistantModel> {
  const saved = await changeAssistantModel(api, assistantId, model, { ...model, instructions });
  if (saved.outcome === 'saved') return saved.record;
  throw new ApiError(
    'conflict',
    'Someone else changed this assistant in the meantime. Check the difference again.',
    409,
  );
}
