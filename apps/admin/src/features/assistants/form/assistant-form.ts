import {
  assistantInputSchema,
  parseWebDomains,
  usesOwnDomains,
  type Assistant,
  type AssistantInput,
} from '@homie/contracts';
import type { FormSchema } from '@homie/ui';
import type { FormValues } from '@homie/widgets';

/** What the form of an assistant holds: its domains as they are typed. */
export interface AssistantFormValues {
  label: string;
  kind: Assistant['kind'];
  openai_assistant_id: string;
  participant_id: string | null;
  web_research_enabled: boolean;
  use_org_domains: boolean;
  web_domains: string;
}

/** What a new assistant begins with. */
export const newAssistant: AssistantFormValues = {
  label: '',
  kind: 'org',
  openai_assistant_id: '',
  participant_id: null,
  web_research_enabled: false,
  use_org_domains: true,
  web_domains: '',
};

/** An assistant as the form holds it. */
export function toFormValues(assistant: Assistant): AssistantFormValues & FormValues {
  return {
    label: assistant.label,
    kind: assistant.kind,
    openai_assistant_id: assistant.openai_assistant_id,
    participant_id: assistant.participant_id,
    web_research_enabled: assistant.web_research_enabled,
    use_org_domains: assistant.use_org_domains,
    web_domains: assistant.web_domains.join('\n'),
  };
}

/** The fields' names as people read them. */
export const assistantLabels = {
  label: 'Label',
  kind: 'Type',
  openai_assistant_id: 'Assistant ID',
  participant_id: 'Participant',
  web_research_enabled: 'Web research',
  use_org_domains: 'Use organisation domains',
  web_domains: 'Custom web domains',
} as const satisfies Record<keyof AssistantFormValues, string>;

/** Returns the domain of a web address, and anything else as it is: `https://ndis.gov.au/about` is `ndis.gov.au`. */
function domainOf(line: string): string {
  const isAddress = /^https?:\/\//i.test(line) || /^[^\s/]+\.[^\s/]+\//.test(line);
  const address = line.includes('://') ? line : `https://${line}`;
  return isAddress && URL.canParse(address) ? new URL(address).hostname : line;
}

/** The contract's rules over what is typed. Hidden domains are neither validated nor saved. */
export const assistantFormSchema: FormSchema<AssistantInput> = {
  '~standard': {
    validate(values) {
      const typed = values as AssistantFormValues; // the form holds what its default values have
      const web_domains = usesOwnDomains(typed)
        ? [...new Set(parseWebDomains(typed.web_domains).map(domainOf))]
        : [];
      const result = assistantInputSchema.safeParse({ ...typed, web_domains });
      if (result.success) return { value: result.data };
      return {
        issues: result.error.issues.map(({ path: [field = '', line], message }) => ({
          path: [field],
          message: typeof line === 'number' ? `${web_domains[line]}: ${message}` : message,
        })),
      };
    },
  },
};
