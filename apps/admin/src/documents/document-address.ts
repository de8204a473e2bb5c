import { productSection, type Section } from '../sections/sections';

/** Returns the address of a document: the dialog of the assistant or participant that it belongs to. */
export function documentAddress(
  { assistant_id, participant_id }: { assistant_id: string | null; participant_id: string | null },
  sections: readonly Section[],
): string | undefined {
  const { remote, path } = productSection(
    sections,
    assistant_id === null ? 'participants' : 'assistants',
  );
  return remote && `${path}?open=${assistant_id ?? participant_id}&tab=documents`;
}
