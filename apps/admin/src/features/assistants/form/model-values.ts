import type { AdminApi } from '@homie/api-client';
import type { AssistantModel } from '@homie/contracts';
import type { FormSchema } from '@homie/ui';

/** The values of a model's form, as typed. */
export interface ModelValues {
  provider: string;
  model: string;
  instructions: string;
  maxOutputTokens: string;
  vectorStoreIds: string;
}

/** The labels of the fields. */
export const modelLabels = {
  provider: 'Provider',
  model: 'Model',
  instructions: 'Instructions',
  maxOutputTokens: 'Maximum reply length',
  vectorStoreIds: 'Vector stores',
} as const;

/** Who may write an assistant's replies. */
export const providerChoices = [
  { value: 'default', label: 'Server default' },
  { value: 'responses', label: 'OpenAI Responses' },
  { value: 'chat', label: 'Chat completions' },
];

/** Describes a value in words. */
export function describeModelValue(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (name !== 'provider') return text || '-';
  return providerChoices.find((choice) => choice.value === text)?.label ?? text;
}

/** Converts a model to form values. */
export function toModelValues(model: AssistantModel): ModelValues {
  return {
    provider: model.provider,
    model: model.model ?? '',
    instructions: model.instructions,
    maxOutputTokens: model.maxOutputTokens?.toString() ?? '',
    vectorStoreIds: model.vectorStoreIds.join('\n'),
  };
}

/** Returns the schema of the form, which validates typed values with the contract's schema. */
export function modelFormSchema({
  assistantModelSchema,
  parseLines,
}: Pick<AdminApi, 'assistantModelSchema' | 'parseLines'>): FormSchema<AssistantModel, ModelValues> {
  return {
    '~standard': {
      validate(typed) {
        const limit = typed.maxOutputTokens.trim();
        const result = assistantModelSchema.safeParse({
          ...typed,
          model: typed.model.trim() || null,
          maxOutputTokens: limit === '' ? null : Number(limit),
          vectorStoreIds: parseLines(typed.vectorStoreIds),
        });
        if (result.success) return { value: result.data };
        return {
          issues: result.error.issues.map(({ path: [field = ''], message }) => ({
            path: [field],
            message,
          })),
        };
      },
    },
  };
}
