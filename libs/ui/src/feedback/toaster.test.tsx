// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Dialog, toast, Toaster, UiProvider } from '../index.ts';

const titles = () => screen.queryAllByTestId('toast').map((item) => item.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
});

afterEach(() => {
  act(() => toast.dismiss());
  vi.useRealTimers();
});

test('an error interrupts a screen reader, a success does not', () => {
  act(() => {
    toast.error({ title: 'Error', description: 'Failed to load messages' });
    toast.success({ title: 'Conversation Created' });
  });
  expect(screen.getByRole('alert').textContent).toBe('ErrorFailed to load messages');
  expect(screen.getByRole('alert').dataset['tone']).toBe('error');
  expect(screen.getByRole('status').textContent).toBe('Conversation Created');
});

test('at most three are shown; the next replaces one that was dismissed', () => {
  act(() => ['1', '2', '3', '4'].forEach((title) => toast.info({ title })));
  expect(titles()).toEqual(['1', '2', '3']);
  const first = screen.getAllByTestId('toast')[0];
  if (!first) throw new Error('No toast is shown.');
  fireEvent.click(within(first).getByRole('button', { name: 'Dismiss' }));
  expect(titles()).toEqual(['2', '3', '4']);
});

test('an error is shown at once: the oldest toast without an action is removed', () => {
  const undo = { label: 'Undo', run: () => {} };
  act(() => {
    toast.success({ title: '1', action: undo });
    ['2', '3', '4'].forEach((title) => toast.info({ title }));
    toast.error({ title: 'Error' });
  });
  expect(titles()).toEqual(['1Undo', '3', 'Error']);
});

test('the newest error is shown at once: if three are shown, the oldest waits until one is dismissed', () => {
  act(() => ['1', '2', '3', '4'].forEach((title) => toast.error({ title })));
  expect(titles()).toEqual(['2', '3', '4']);
  const last = screen.getAllByTestId('toast')[2];
  if (!last) throw new Error('No toast is shown.');
  fireEvent.click(within(last).getByRole('button', { name: 'Dismiss' }));
  expect(titles()).toEqual(['2', '3', '1']);
});

test('toasts of one group are shown together, and replace those of another', () => {
  act(() => {
    for (const description of ['a.txt', 'b.txt'])
      toast.success({ title: 'File Uploaded', description, group: 1 });
  });
  expect(titles()).toEqual(['File Uploadeda.txt, b.txt']);
  act(() => void toast.success({ title: 'File Uploaded', description: 'c.txt', group: 2 }));
  expect(titles()).toEqual(['File Uploadedc.txt']);
});

test('a repeated toast replaces the previous one and is announced again', () => {
  const refused = { title: 'Error', description: 'Invalid login credentials' };
  act(() => {
    toast.error(refused);
    toast.success({ title: 'Saved' });
  });
  const first = screen.getByRole('alert');
  act(() => void toast.error(refused));
  expect(titles()).toEqual(['Saved', 'ErrorInvalid login credentials']);
  expect(screen.getByRole('alert')).not.toBe(first);
});

test('a toast offers an action, and closes once it has run', () => {
  const run = vi.fn<() => void>();
  act(() => void toast.error({ title: 'Upload Failed', action: { label: 'Retry', run } }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(run).toHaveBeenCalledOnce();
  expect(titles()).toEqual([]);
});

test('a toast closes after a timeout, an error later than others, and none while the pointer is over them', () => {
  act(() => {
    toast.success({ title: 'Saved' });
    toast.error({ title: 'Error' });
  });
  const region = screen.getByRole('region', { name: 'Notifications' });
  act(() => vi.advanceTimersByTime(3_000));
  fireEvent.pointerEnter(region);
  act(() => vi.advanceTimersByTime(60_000));
  expect(titles()).toEqual(['Saved', 'Error']);

  fireEvent.pointerLeave(region);
  act(() => vi.advanceTimersByTime(1_100));
  expect(titles()).toEqual(['Error']);
  act(() => vi.advanceTimersByTime(8_000));
  expect(titles()).toEqual([]);
});

test('the next press of a control dismisses toasts that were readable, but none with an action', () => {
  const control = document.body.appendChild(document.createElement('button'));
  const undo = { label: 'Undo', run: () => {} };
  act(() => {
    toast.error({ title: 'Error' });
    toast.success({ title: 'Archived', action: undo });
    toast.success({ title: 'Saved' });
  });
  act(() => vi.advanceTimersByTime(500));
  fireEvent.click(control);
  expect(titles()).toEqual(['Error', 'ArchivedUndo', 'Saved']);
  act(() => vi.advanceTimersByTime(1_000));
  fireEvent.click(control);
  expect(titles()).toEqual(['Error', 'ArchivedUndo']);
  act(() => vi.advanceTimersByTime(2_000));
  fireEvent.click(document.body);
  expect(titles()).toEqual(['Error', 'ArchivedUndo']);
  fireEvent.click(control);
  expect(titles()).toEqual(['ArchivedUndo']);
  control.remove();
});

test('while a dialog is open, errors and actions appear inside it and the others next to it', () => {
  const page = (open: boolean) => (
    <UiProvider>
      <Dialog open={open} onClose={() => {}} title="Rename">
        <input />
      </Dialog>
    </UiProvider>
  );
  const { rerender } = render(page(true));
  act(() => {
    toast.success({ title: 'Saved' });
    toast.error({ title: 'Error' });
  });
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByTestId('toast').textContent).toBe('Error');
  const region = screen.getByRole('region', { name: 'Notifications' });
  expect(within(region).getByTestId('toast').textContent).toBe('Saved');
  rerender(page(false));
  expect(within(region).getAllByTestId('toast')).toHaveLength(2);
});

describe('on a phone', () => {
  const { matchMedia } = window;
  beforeEach(() => {
    window.matchMedia = (query) =>
      Object.assign(matchMedia(query), { matches: /width < |coarse/.test(query) });
    act(() => toast.dismiss());
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });
  const shown = () => screen.getByRole('button', { name: 'Dismiss' }).closest('[role]');

  test('the newest covers the others, and each has the same timeout as alone', () => {
    act(() => {
      toast.error({ title: 'Error' });
      toast.success({ title: 'Saved' });
    });
    expect(shown()?.textContent).toBe('Saved+1');
    expect(screen.getByRole('alert').textContent).toBe('Error');

    act(() => vi.advanceTimersByTime(4_100));
    expect(shown()?.textContent).toBe('Error');
    act(() => vi.advanceTimersByTime(11_000));
    expect(titles()).toEqual(['Error']);
    act(() => vi.advanceTimersByTime(2_000));
    expect(titles()).toEqual([]);
  });

  test('a new toast does not cover one that is hovered or focused', () => {
    act(() => void toast.error({ title: 'Error' }));
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
    act(() => void toast.success({ title: 'Saved' }));
    expect(shown()?.textContent).toBe('Error+1');
    fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }));
    expect(shown()?.textContent).toBe('Saved+1');
  });

  test('a swipe dismisses it, a short one does not', async () => {
    act(() => void toast.error({ title: 'Error' }));
    await act(() => vi.dynamicImportSettled());
    const swipe = (distance: number) => {
      const item = screen.getByTestId('toast');
      const finger = (type: string, clientX: number) => {
        const event = new MouseEvent(type, { clientX, clientY: 80, bubbles: true });
        fireEvent(
          item,
          Object.assign(event, { pointerId: 1, pointerType: 'touch', isPrimary: true }),
        );
      };
      finger('pointerdown', 200);
      finger('pointermove', 200 - distance);
      finger('pointerup', 200 - distance);
    };
    swipe(30);
    expect(titles()).toEqual(['Error']);
    swipe(90);
    expect(titles()).toEqual([]);
  });
});

test('the focus moves to the next toast, and from the last to its previous element', () => {
  const field = document.body.appendChild(document.createElement('input'));
  act(() => ['1', '2'].forEach((title) => toast.info({ title })));
  const dismiss = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Dismiss' });
  field.focus();
  act(() => dismiss()[0]?.focus());
  fireEvent.click(document.activeElement ?? field);
  expect(dismiss()).toEqual([document.activeElement]);
  fireEvent.click(document.activeElement ?? field);
  expect(document.activeElement).toBe(field);
  field.remove();
});
