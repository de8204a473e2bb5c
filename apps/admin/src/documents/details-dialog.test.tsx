// @vitest-environment jsdom
import { lazyAdminApi, type OrganisationDocument } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../data/admin-api';
import { DetailsDialog } from './details-dialog';

afterEach(() => vi.unstubAllGlobals());

const documentId = crypto.randomUUID();
const assistantId = crypto.randomUUID();
const graceId = crypto.randomUUID();
const document = {
  id: documentId,
  title: 'Care plan',
  owner_id: null,
  review_on: null,
  archived: false,
  updated_at: '2026-01-02T03:00:00+00:00',
} as OrganisationDocument;

function entry(document_id: string, user_email: string) {
  const at = '2026-01-02T03:00:00+00:00';
  return {
    id: crypto.randomUUID(),
    action: 'document_changed',
    created_at: at,
    updated_at: at,
    user_id: document_id === documentId ? graceId : crypto.randomUUID(),
    user_email,
    assistant_id: assistantId,
    assistant_label: 'Nursing',
    assistant_kind: null,
    participant_id: null,
    participant_name: null,
    target_user_id: null,
    target_user_email: null,
    conversation_id: null,
    meta: { document_id },
  };
}

test('DOCS-32 a document that another user saved first names that user', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/rpc/is_admin')) return Response.json(true);
    if (pathname.endsWith('/rpc/read_history')) {
      const rows = [
        entry(crypto.randomUUID(), 'other@large.example'),
        entry(documentId, 'grace@large.example'),
      ];
      return Response.json({ rows, next: null, names: { [graceId]: 'Grace Lee' } });
    }
    if (request.method === 'PATCH') return Response.json([]);
    const current = {
      ...document,
      title: 'Care plan 2026',
      updated_at: '2026-02-02T03:00:00+00:00',
    };
    return Response.json([current]);
  });
  render(
    <UiProvider>
      <TestApiProvider>
        <AdminApiContext.Provider value={await lazyAdminApi()}>
          <DetailsDialog holder={{ assistantId }} document={document} onClose={() => {}} />
        </AdminApiContext.Provider>
      </TestApiProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' for Maya');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Grace Lee changed this while you were editing');
});
