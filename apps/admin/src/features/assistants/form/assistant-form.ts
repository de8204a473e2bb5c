import type { AdminApi } from '@homie/api-client';
import type { Assistant, AssistantInput } from '@homie/contracts';
import type { FormSchema } from '@homie/ui';

/** The values of an assistant's form, with lists as typed. */
export interface AssistantFormValues {
  label: string;
  description: string;
  kind: Assistant['kind'];
  openai_assistant_id: string;
  participant_id: string | null;
  web_research_enabled: boolean;
  use_org_domains: boolean;
  web_domains: string;
  suggested_questions: string;
  monthly_token_budget: string;
  suggest_follow_ups: boolean;
}

/** The initial values of a new assistant. */
export const newAssistant: AssistantFormValues = {
  label: '',
  description: '',
  kind: 'org',
  openai_assistant_id: '',
  participant_id: null,
  web_research_enabled: false,
  use_org_domains: true,
  web_domains: '',
  suggested_questions: '',
  monthly_token_budget: '',
  suggest_follow_ups: false,
};

/** Converts an assistant to form values. */
export function toFormValues(assistant: Assistant): AssistantFormValues {
  return {
    label: assistant.label,
    description: assistant.description,
    kind: assistant.kind,
    openai_assistant_id: assistant.openai_assistant_id,
    participant_id: assistant.participant_id,
    web_research_enabled: assistant.web_research_enabled,
    use_org_domains: assistant.use_org_domains,
    web_domains: assistant.web_domains.join('\n'),
    suggested_questions: assistant.suggested_questions.join('\n'),
    monthly_token_budget: assistant.monthly_token_budget?.toString() ?? '',
    suggest_follow_ups: assistant.suggest_follow_ups,
  };
}

/** The labels of the fields. */
export const assistantLabels = {
  label: 'Label',
  description: 'Description',
  kind: 'Type',
  openai_assistant_id: 'Assistant ID',
  participant_id: 'Participant',
  web_research_enabled: 'Web research',
  use_org_domains: 'Use organisation domains',
  web_domains: 'Custom web domains',
  suggested_questions: 'Suggested questions',
  monthly_token_budget: 'Monthly budget in tokens',
  suggest_follow_ups: 'Suggest follow-up questions',
} as const satisfies Record<keyof AssistantFormValues, string>;

/** Describes a value in words. */
export function describeAssistantValue(name: string, value: unknown, current: Assistant): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (name === 'kind') return value === 'org' ? 'Organisation' : 'Participant';
  if (name === 'participant_id') {
    if (value === null) return '-';
    return value === current.participant_id ? (current.participant_name ?? '-') : 'Another one';
  }
  return String(value ?? '');
}

/** Returns the domain of a web address, and anything else as it is: `https://ndis.gov.au/about` is `ndis.gov.au`. */
function toDomain(line: string): string {
  const isAddress = /^https?:\/\//i.test(line) || /^[^\s/]+\.[^\s/]+\//.test(line);
  const address = line.includes('://') ? line : `https://${line}`;
  return isAddress && URL.canParse(address) ? new URL(address).hostname : line;
}

/** Creates a key for the settings of the model. Keys of providers looked like this. */
function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `asst_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the schema of the form, which validates typed values with the contract's. Hidden domains are not saved. */
export function assistantFormSchema({
  assistantInputSchema,
  parseLines,
  usesOwnDomains,
}: Pick<AdminApi, 'assistantInputSchema' | 'parseLines' | 'usesOwnDomains'>): FormSchema<
  AssistantInput,
  AssistantFormValues
> {
  return {
    '~standard': {
      validate(typed) {
        const web_domains = usesOwnDomains(typed)
          ? [...new Set(parseLines(typed.web_domains).map(toDomain))]
          : [];
        const suggested_questions = parseLines(typed.suggested_questions);
        const lists: Record<string, string[]> = { web_domains, suggested_questions };
        const budget = typed.monthly_token_budget.replaceAll(/[\s,]/g, '');
        const result = assistantInputSchema.safeParse({
          ...typed,
          ...lists,
          monthly_token_budget: budget === '' ? null : Number(budget),
        });
        if (result.success) return { value: result.data };
        return {
          issues: result.error.issues.map(({ path: [field = '', line], message }) => ({
            path: [field],
            message:
              typeof line === 'number' ? `${lists[String(field)]?.[line]}: ${message}` : message,
          })),
        };
      },
    },
  };
}

/** Returns the schema of the form for a new assistant, which gets a key if none was typed. */
export function newAssistantSchema(
  contract: Parameters<typeof assistantFormSchema>[0],
): ReturnType<typeof assistantFormSchema> {
  const { validate } = assistantFormSchema(contract)['~standard'];
  return {
    '~standard': {
      validate: (typed) =>
        validate({ ...typed, openai_assistant_id: typed.openai_assistant_id || generateKey() }),
    },
  };
}
