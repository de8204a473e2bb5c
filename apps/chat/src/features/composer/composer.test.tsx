// @vitest-environment jsdom
import { getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { LiveRegion, Toaster, UiProvider } from '@homie/ui';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChatProvider } from '../../engine/react';
import { storedFile } from '../../engine/testing/stored-file';
import { Composer } from './composer';
import { choose, file, paste, pdf } from './testing/choose-files';

const MB = 1_048_576;

interface Call {
  endpoint: string;
  method: string;
  body?: { filename?: string; content?: string; attachments?: { name: string }[] };
}

/** The calls of the server's functions. */
let calls: Call[] = [];
/** Uploads wait for it. */
let holdUploads = Promise.resolve();
let isScannerDown = false;

const named = (endpoint: string, method = 'POST') =>
  calls.filter((call) => call.method === method && call.endpoint.endsWith(endpoint));
const uploads = () => named('/upload').map(({ body }) => body?.filename);
const sends = () =>
  named('/stream').map(({ body }) => [body?.content, body?.attachments?.map(({ name }) => name)]);

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const ok = (data: unknown) => Response.json({ ok: true, data });
  if (request.url.endsWith('/health')) return new Response(null);
  if (request.url.endsWith('/security-scan')) {
    if (isScannerDown) return new Response('{}', { status: 503 });
    const { files }: { files: { name: string; supabasePath: string }[] } = await request.json();
    const results = files.map(({ name, supabasePath }) =>
      name === 'virus.txt'
        ? { supabasePath, status: 'blocked', reason: 'The file contains a known virus.' }
        : { supabasePath, status: 'clean' },
    );
    return ok({ results });
  }
  const call: Call = await request.json();
  calls.push(call);
  if (call.method === 'POST' && call.endpoint.endsWith('/upload')) {
    await holdUploads;
    return ok({ attachment: storedFile(call.body?.filename ?? '') });
  }
  // A reply that never starts.
  if (call.endpoint.endsWith('/stream')) return new Response(new ReadableStream());
  return ok(null);
}

beforeEach(() => {
  calls = [];
  holdUploads = Promise.resolve();
  isScannerDown = false;
  getQueryClient().clear();
  localStorage.clear();
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(answer));
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' }))
    fireEvent.click(button);
  vi.unstubAllGlobals();
});

function Conversation() {
  const openedFrom = useRef(null);
  return (
    <Composer
      conversationId="c1"
      assistantLabel="Shift notes"
      openedFrom={openedFrom}
      onSent={() => {}}
    />
  );
}

/** Opens the composer of a conversation. */
function show() {
  const environment = testEnvironment();
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <TestApiProvider>
          <ChatProvider userId="ada">
            <Conversation />
          </ChatProvider>
        </TestApiProvider>
        <Toaster />
        <LiveRegion />
      </EnvironmentProvider>
    </UiProvider>,
  );
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Shift notes' });
}

const attached = () =>
  screen
    .queryAllByRole('listitem')
    .filter((item) => item.closest('[aria-label="Attached files"]'))
    .map(
      (item) =>
        /(?:Remove|Cancel) (.*)/.exec(within(item).getByRole('button').ariaLabel ?? '')?.[1],
    );
/** Waits until these files are attached: uploaded and scanned. */
const expectAttached = (...names: string[]) =>
  waitFor(() => {
    expect(attached()).toEqual(names);
    expect(screen.queryAllByRole('button', { name: /^Cancel / })).toEqual([]);
  });
const expectToast = (title: string, description: string | RegExp) =>
  waitFor(() => {
    const toasts = screen
      .getAllByTestId('toast')
      .filter((each) => each.textContent.includes(title));
    expect(toasts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(description),
    ]);
    return toasts[0];
  });

test("FILE-05 a fifth file shows 'Too Many Files' and rejects the whole selection", async () => {
  show();
  choose(file('1.txt'), file('2.txt'), file('3.txt'));
  await expectAttached('1.txt', '2.txt', '3.txt');
  choose(file('4.txt'), file('5.txt'));
  await expectToast('Too Many Files', /Limit is 4 files per message\./);
  expect(uploads()).toEqual(['1.txt', '2.txt', '3.txt']);
  choose(file('4.txt'));
  await expectAttached('1.txt', '2.txt', '3.txt', '4.txt');
});

test("FILE-06 FILE-07 rejects a file over 25 MB with 'File Too Large' before sending a byte, another type with 'Invalid File Type', and accepts the valid file next to it", async () => {
  show();
  choose(pdf('plan.pdf', 25 * MB + 1));
  await expectToast('File Too Large', /File too large \(max 25 MB\)\./);
  expect(uploads()).toEqual([]);
  choose(file('roof.png', { type: 'image/png' }), file('roof.txt'));
  await expectToast(
    'Invalid File Type',
    /Unsupported file type\. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX\./,
  );
  await expectAttached('roof.txt');
  expect(uploads()).toEqual(['roof.txt']);
});

test("FILE-08 files over 60 MB in total show 'Size Limit Exceeded', including those that are being uploaded", async () => {
  holdUploads = new Promise(() => {});
  show();
  choose(pdf('1.pdf', 25 * MB), pdf('2.pdf', 25 * MB));
  await waitFor(() => expect(attached()).toEqual(['1.pdf', '2.pdf']));
  choose(pdf('3.pdf', 10 * MB + 1));
  await expectToast('Size Limit Exceeded', /Total file size exceeds 60MB limit\./);
  expect(attached()).toEqual(['1.pdf', '2.pdf']);
});

test("FILE-09 FILE-03 a file that the scanner blocks shows 'Security Block' and is removed here and on the server; an unavailable scanner accepts nothing", async () => {
  show();
  choose(file('virus.txt'));
  await expectToast(
    'Security Block',
    /Blocked by security policy\. virus\.txt: The file contains a known virus\./,
  );
  expect(attached()).toEqual([]);
  await waitFor(() => expect(named('/upload', 'DELETE')).toHaveLength(1));
  isScannerDown = true;
  choose(file('lease.txt'));
  await expectToast('Upload Failed', /lease\.txt/);
  expect(attached()).toEqual([]);
  await waitFor(() => expect(named('/upload', 'DELETE')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
});

test("FILE-10 FILE-03 FILE-12 a failed upload shows 'Upload Failed', is removed, is not sent, and can be retried", async () => {
  const field = show();
  holdUploads = Promise.reject(new TypeError('Failed to fetch'));
  holdUploads.catch(() => {});
  choose(file('lease.txt'));
  await expectToast('Upload Failed', /lease\.txt was not uploaded\./);
  expect(attached()).toEqual([]);
  await userEvent.type(field, 'Without it, then{Enter}');
  await waitFor(() => expect(sends()).toEqual([['Without it, then', undefined]]));
  expect(screen.queryByText('Upload Error')).toBeNull();
  holdUploads = Promise.resolve();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await expectAttached('lease.txt');
  expect(screen.queryByText('Upload Failed')).toBeNull();
});

test("FILE-11 SEND-12 sending during an upload shows 'Upload in Progress' and sends nothing; two presses of Enter after it send one message", async () => {
  let release = () => {};
  holdUploads = new Promise((resolve) => (release = resolve));
  const field = show();
  choose(file('lease.txt'));
  await screen.findByRole('progressbar', { name: 'Uploading lease.txt' });
  await userEvent.type(field, 'See the file{Enter}');
  await expectToast('Upload in Progress', /Please wait for files to finish uploading\./);
  expect(field.value).toBe('See the file');
  expect(sends()).toEqual([]);
  release();
  await expectAttached('lease.txt');
  // Before the composer renders again.
  act(() => {
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter' });
  });
  await waitFor(() => expect(sends()).toEqual([['See the file', ['lease.txt']]]));
  // The second one waits for the reply to the first.
  const unsent: unknown[] = JSON.parse(localStorage.getItem('homie.personal.ada.outbox') ?? '[]');
  expect(unsent).toMatchObject([{ content: 'See the file' }]);
  expect(field.value).toBe('');
  expect(attached()).toEqual([]);
});

test('a cancelled upload is removed without a toast, and from the server if it was uploaded; the focus returns to the field', async () => {
  let release = () => {};
  holdUploads = new Promise((resolve) => (release = resolve));
  const field = show();
  choose(file('first.txt'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel first.txt' }));
  expect(attached()).toEqual([]);
  expect(document.activeElement).toBe(field);
  release();
  choose(file('second.txt'));
  await expectAttached('second.txt');
  await userEvent.click(screen.getByRole('button', { name: 'Remove second.txt' }));
  await waitFor(() => expect(named('/upload', 'DELETE')).toHaveLength(1));
  expect(attached()).toEqual([]);
  const toasts = screen.queryAllByTestId('toast').map(({ textContent }) => textContent);
  expect(toasts).toEqual([expect.stringContaining('second.txt')]);
});

test('attaches pasted files, but not the image that accompanies copied text', async () => {
  show();
  paste('A1\tB1', file('image.png', { type: 'image/png' }));
  paste('', file('rota.txt'));
  await expectAttached('rota.txt');
  expect(screen.queryByText('Invalid File Type')).toBeNull();
});

test('text that is too long to send says so, and is attached as a file, which clears the field', async () => {
  const field = show();
  fireEvent.change(field, { target: { value: 'x'.repeat(16_200) } });
  screen.getByText('Too long to send. Shorten it, or attach it as a file.');
  screen.getByText('16,200 of 16,000');
  const send = screen.getByRole('button', { name: 'Send' });
  expect(send).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: 'x'.repeat(16_000) } });
  expect(screen.queryByText(/Too long to send/)).toBeNull();
  screen.getByText('16,000 of 16,000');
  expect(send).toHaveProperty('disabled', false);
  fireEvent.change(field, { target: { value: 'x'.repeat(16_001) } });
  // The content of a file cannot be read in jsdom.
  vi.stubGlobal('File', function File(_content: unknown, name: string) {
    return file(name);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Attach as a file' }));
  await expectAttached('Text.txt');
  expect(field.value).toBe('');
});

test('SEND-03 Enter that confirms an IME composition sends nothing, also in Safari; the next Enter sends', async () => {
  const field = show();
  fireEvent.change(field, { target: { value: '日本' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  // Safari ends the composition before its Enter, which has the code of a composition.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(field.value).toBe('日本');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sends()).toEqual([['日本', undefined]]));
});

test('SEND-02 the web research button is visible, and says that it is not set up', async () => {
  show();
  const research = screen.getByRole('button', { name: 'Web research' });
  expect(research.ariaDisabled).toBe('true');
  await userEvent.click(research);
  await expectToast('Web research', /Not set up here\./);
});
