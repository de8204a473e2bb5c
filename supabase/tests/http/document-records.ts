import {
  layDocument,
  layDocumentVersion,
  layEditRight,
  layEditedDocument,
  layGrantedAssistant,
  layParticipant,
  wished,
} from './add-records.ts';
import type { MatrixRecord } from './matrix-record.ts';

/** Columns of a version without text. One that waits would be read by the server between two requests of a test. */
const UNREAD = { ready_at: null, status: 'failed', problem: 'damaged' };

/** The records of documents, by their names in the matrix. */
export const documentRecords: Record<string, MatrixRecord> = {
  documents: {
    table: 'documents',
    arrange: async (world) => ({ id: await layDocument(world) }),
    wish: async (world) =>
      wished({ assistant_id: await layGrantedAssistant(world), title: 'Wished document' }),
    changes: {
      update: () => ({ title: 'Renamed document', archived: true }),
      move: (world) => ({ assistant_id: world.assistants.participant }),
    },
  },
  "participant's document": {
    table: 'documents',
    arrange: async (world) => {
      const participantId = await layParticipant(world);
      await layGrantedAssistant(world, { kind: 'participant', participant_id: participantId });
      return { id: await layDocument(world, { participantId }) };
    },
  },
  'edited document': {
    table: 'documents',
    arrange: async (world) => ({ id: await layEditedDocument(world) }),
    wish: async (world) => {
      const assistantId = await layGrantedAssistant(world);
      await layEditRight(world, assistantId);
      return wished({ assistant_id: assistantId, title: 'Wished document' });
    },
    changes: {
      update: () => ({ title: 'Renamed document', archived: true }),
      move: (world) => ({ assistant_id: world.assistants.participant }),
    },
  },
  'edited for participant': {
    table: 'documents',
    arrange: async (world) => {
      const participantId = await layParticipant(world);
      const row = { kind: 'participant', participant_id: participantId };
      const assistantId = await layGrantedAssistant(world, row);
      const id = await layDocument(world, { participantId });
      await layEditRight(world, assistantId);
      return { id };
    },
    changes: { update: () => ({ title: 'Renamed document' }) },
  },
  'edited elsewhere': {
    table: 'documents',
    arrange: async (world) => {
      const id = await layDocument(world);
      await layEditedDocument(world);
      return { id };
    },
    changes: { update: () => ({ title: 'Renamed document' }) },
  },
  'unread version': {
    table: 'document_versions',
    arrange: async (world) => ({ id: await layDocumentVersion(world, UNREAD) }),
  },
  'edited unread version': {
    table: 'document_versions',
    arrange: async (world) => {
      const documentId = await layEditedDocument(world);
      return { id: await layDocumentVersion(world, { ...UNREAD, document_id: documentId }) };
    },
  },
  'document versions': {
    table: 'document_versions',
    arrange: async (world) => ({ id: await layDocumentVersion(world) }),
    wish: async (world) =>
      wished({ document_id: await layDocument(world), number: 1, note: 'Forged', status: 'ready' }),
    changes: { update: () => ({ status: 'waiting' }) },
  },
  'document chunks': {
    table: 'document_chunks',
    arrange: async (world) => {
      const key = { version_id: await layDocumentVersion(world), position: '1' };
      await world.asServer('document_chunks', {
        method: 'POST',
        body: { ...key, position: 1, content: 'Matrix passage', context: 'Matrix document' },
      });
      return key;
    },
    wish: async (world) => {
      const key = { version_id: await layDocumentVersion(world), position: '2' };
      return { row: { ...key, position: 2, content: 'Forged', context: 'Forged' }, key };
    },
    changes: { update: () => ({ content: 'Forged' }) },
  },
};
