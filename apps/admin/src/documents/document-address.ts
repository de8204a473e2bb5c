import { OWN_STEP } from '@homie/widgets';
import { productSection, type Section } from '../sections/sections';

/** The state of the history entry that a link to a document adds. */
export interface DocumentLinkState {
  documentTitle?: string;
}

/** Returns the state of a link to a document: its dialog closes to the page of the link, and lists this document. */
export function documentState({ title }: { title: string }): object {
  return { ...OWN_STEP, documentTitle: title } satisfies DocumentLinkState;
}

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
