import type { AdminApi } from '@homie/api-client';
import type { AssistantModel } from '@homie/contracts';
import type { FormSchema } from '@homie/ui';

/** The values of a model's form, as typed. */
export interface ModelValues {
  provider: string;
  model: string;
  instructions: string;
  maxOutputTokens: string;
  maxInputTokens: string;
  fallback: string;
  vectorStoreIds: string;
}

/** The labels of the fields. */
export const modelLabels = {
  provider: 'Provider',
  model: 'Model',
  instructions: 'Instructions',
  maxOutputTokens: 'Maximum reply length',
  maxInputTokens: 'Maximum input length',
  fallback: 'Fallback provider',
  vectorStoreIds: 'Vector stores',
} as const;

/** Who may write an assistant's replies, in addition to named connections. */
const providerChoices = [
  { value: 'default', label: 'Server default' },
  { value: 'responses', label: 'OpenAI Responses' },
  { value: 'chat', label: 'Chat completions' },
];

/** Returns the choices of a provider: those above, and the named connections. The current one remains a choice. */
export function listProviders(connections: readonly string[], current: string) {
  const names = new Set([...connections, current]);
  for (const { value } of providerChoices) names.delete(value);
  return [...providerChoices, ...[...names].map((name) => ({ value: name, label: name }))];
}

/** Returns the choices of a fallback: the named connections, or none. */
export function listFallbacks(connections: readonly string[], current: string | null) {
  const names = new Set([...connections, ...(current === null ? [] : [current])]);
  return [
    { value: '', label: 'None' },
    ...[...names].map((name) => ({ value: name, label: name })),
  ];
}

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
    maxInputTokens: model.maxInputTokens?.toString() ?? '',
    fallback: model.fallback ?? '',
    vectorStoreIds: model.vectorStoreIds.join('\n'),
  };
}

function parseLimit(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

/** Returns the schema of the form, which validates typed values with the contract's schema. */
export function modelFormSchema({
  assistantModelSchema,
  parseLines,
}: Pick<AdminApi, 'assistantModelSchema' | 'parseLines'>): FormSchema<AssistantModel, ModelValues> {
  return {
    '~standard': {
      validate(typed) {
        const result = assistantModelSchema.safeParse({
          ...typed,
          model: typed.model.trim() || null,
          maxOutputTokens: parseLimit(typed.maxOutputTokens),
          maxInputTokens: parseLimit(typed.maxInputTokens),
          fallback: typed.fallback || null,
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
