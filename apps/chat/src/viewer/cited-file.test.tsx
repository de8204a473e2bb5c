// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CitedFile } from './cited-file';

const query = vi.fn<(key: readonly string[]) => object>();
vi.mock('@homie/api-client', () => ({
  ApiError: Error,
  useApi: () => ({}),
  useQuery: ({ queryKey }: { queryKey: readonly string[] }) => query(queryKey),
}));
vi.mock('../platform/use-download-file', () => ({ useDownloadFile: () => [false, () => {}] }));

test('CITE-25 a cited file opens at once, and shows that it loads until its name and its text are there', () => {
  const content = () => (
    <UiProvider>
      <CitedFile conversationId="c1" file="c1/f1" place="row-12" onClose={() => {}} />
    </UiProvider>
  );
  query.mockReturnValue({ isPending: true });
  const { rerender } = render(content());
  expect(screen.getByRole('dialog', { name: 'File' }).textContent).toContain(
    'Loading the preview...',
  );
  expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
  query.mockImplementation(([, , path]) =>
    path === undefined
      ? { data: [{ supabase_path: 'attachments/c1/f1', name: 'Roster.csv' }] }
      : { isPending: true },
  );
  rerender(content());
  expect(screen.getByRole('dialog', { name: 'Roster.csv' }).textContent).toContain(
    'Loading the preview...',
  );
  expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', false);
});
