// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, IconButton, IconTrash, LinkButton, UiProvider } from '../index.ts';

test('a busy button is disabled and says what it is doing', async () => {
  const onClick = vi.fn<() => void>();
  render(
    <UiProvider>
      <Button busy busyLabel="Signing in..." onClick={onClick}>
        Sign in
      </Button>
    </UiProvider>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
  expect(button.disabled).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('a button that was busy has its focus back, unless it went elsewhere meanwhile', () => {
  const page = (busy: boolean) => (
    <UiProvider>
      <Button busy={busy}>Sign in</Button>
      <Button>Other</Button>
    </UiProvider>
  );
  const { rerender } = render(page(false));
  const button = screen.getByRole('button', { name: 'Sign in' });
  button.focus();
  const other = screen.getByRole('button', { name: 'Other' });
  rerender(page(true));
  // Browsers blur an element when it is disabled; this environment does not, so the test does.
  other.focus();
  other.blur();
  expect(document.activeElement).toBe(document.body);
  rerender(page(false));
  expect(document.activeElement).toBe(button);

  rerender(page(true));
  other.focus();
  rerender(page(false));
  expect(document.activeElement).toBe(other);
});

test('a button does not submit the form around it unless asked to', async () => {
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

test('an icon has a name, and a link may look like a button', () => {
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
