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
 * The assistants by kind, the organisation's first; a kind without any is left out.
 * @param chosen heads a group of its own when it is not among those found: it stays in sight, whatever was looked
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
