import type { Assistant, AssistantKind } from '@homie/contracts';

/** Assistants under one heading. */
export interface AssistantGroup {
  id: AssistantKind | 'chosen';
  heading: string;
  assistants: Assistant[];
}

const HEADINGS: [AssistantKind, string][] = [
  ['org', 'Organisation'],
  ['participant', 'Participants'],
];

/**
 * Groups the assistants by kind, the organisation's first; omits a kind without any.
 * @param chosen gets a separate group at the top if it is not among those found: it stays visible, whatever is searched
 *   for after it was chosen
 */
export function groupAssistants(found: readonly Assistant[], chosen?: Assistant): AssistantGroup[] {
  const groups: AssistantGroup[] = HEADINGS.map(([kind, heading]) => ({
    id: kind,
    heading,
    assistants: found.filter((assistant) => assistant.kind === kind),
  }));
  const unseen = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return [{ id: 'chosen' as const, heading: 'Selected', assistants: unseen }, ...groups].filter(
    ({ assistants }) => assistants.length > 0,
  );
}
