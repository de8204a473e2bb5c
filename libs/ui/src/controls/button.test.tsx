// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { Button, IconButton, IconTrash, LinkButton, UiProvider } from '../index.ts';

test('a busy button is disabled and shows its busy label', async () => {
  const onClick = vi.fn<() => void>();
  render(
    <UiProvider>
      <Button busy busyLabel="Signing in..." onClick={onClick}>
        Sign in
      </Button>
    </UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Signing in...' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('a button keeps the focus while it is busy, so that its dialog receives Escape', async () => {
  const onKeyDown = vi.fn<(event: KeyboardEvent<HTMLElement>) => void>();
  const page = (busy: boolean) => (
    <UiProvider>
      <div role="presentation" onKeyDown={onKeyDown}>
        <Button busy={busy}>Sign in</Button>
      </div>
    </UiProvider>
  );
  const { rerender } = render(page(false));
  const button = screen.getByRole('button', { name: 'Sign in' });
  button.focus();
  rerender(page(true));
  await userEvent.keyboard('{Escape}');
  expect(onKeyDown).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
});

test('a busy submit button does not submit its form, by Enter either', async () => {
  const onSubmit = vi.fn<(event: SubmitEvent<HTMLFormElement>) => void>();
  render(
    <UiProvider>
      <form onSubmit={onSubmit}>
        <input aria-label="Email" />
        <Button type="submit" busy>
          Send
        </Button>
      </form>
    </UiProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a button does not submit the form around it by default', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
    event.preventDefault(),
  );
  render(
    <UiProvider>
      <form onSubmit={onSubmit}>
        <Button>Look</Button>
        <Button type="submit">Send</Button>
      </form>
    </UiProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('an icon button has a name, and a link can look like a button', () => {
  render(
    <UiProvider>
      <IconButton label="Delete" icon={<IconTrash />} />
      <LinkButton asChild variant="outline">
        <a href="/app">Return to App</a>
      </LinkButton>
    </UiProvider>,
  );
  expect(screen.getByRole('button', { name: 'Delete' }).title).toBe('Delete');
  expect(screen.getByRole('link', { name: 'Return to App' }).getAttribute('href')).toBe('/app');
});
