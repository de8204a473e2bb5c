import type { Assistant, AssistantKind } from '@homie/contracts';

/** Assistants of one kind, under its heading. */
export interface AssistantGroup {
  kind: AssistantKind;
  heading: string;
  assistants: Assistant[];
}

const HEADINGS: [AssistantKind, string][] = [
  ['org', 'Organisation'],
  ['participant', 'Participants'],
];

/** The assistants by kind, the organisation's first; a kind without any is left out. */
export function groupAssistants(assistants: readonly Assistant[]): AssistantGroup[] {
  return HEADINGS.map(([kind, heading]) => ({
    kind,
    heading,
    assistants: assistants.filter((assistant) => assistant.kind === kind),
  })).filter((group) => group.assistants.length > 0);
}
