import { expect, test } from 'vitest';
import { resolveSections } from '../sections/sections';
import { documentAddress } from './document-address';

const composed = resolveSections(
  ['assistants', 'participants'].map((id) => ({
    id,
    label: id,
    path: `/admin/${id}`,
    remote: 'admin',
  })),
);

test('DOCS-23 a document links to the dialog of its assistant or participant', () => {
  const ofAssistant = { assistant_id: 'a', participant_id: null };
  const ofParticipant = { assistant_id: null, participant_id: 'p' };
  expect(documentAddress(ofAssistant, composed)).toBe('/admin/assistants?open=a&tab=documents');
  expect(documentAddress(ofParticipant, composed)).toBe('/admin/participants?open=p&tab=documents');
  expect(documentAddress(ofParticipant, resolveSections([]))).toBeUndefined();
});
