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

test('TRANSLATE-01 a button with translated text shows that it is busy, its icon, and its label again', () => {
  const show = (busy: boolean) => (
    <UiProvider>
      <Button busy={busy} busyLabel="Signing in...">
        {busy && <IconTrash />}
        Sign In
      </Button>
      <Button busy={busy}>Export</Button>
    </UiProvider>
  );
  const { rerender } = render(show(false));
  const texts = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  for (const busy of [true, false]) {
    translate(document.body);
    rerender(show(busy));
    expect(texts()).toEqual([busy ? 'Signing in...' : 'Sign In', 'Export']);
  }
});

/** Replaces each text by an element, as browsers do that translate a page. */
function translate(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

test('only an available button changes on hover', () => {
  const { container } = render(
    <UiProvider>
      <IconButton label="Later message" icon={<IconTrash />} />
    </UiProvider>,
  );
  expect(container.querySelector('button')).not.toBeNull();
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].map(({ cssText }) => cssText),
  );
  const texts = [
    ...rules,
    ...[...document.querySelectorAll('style')].map((style) => style.textContent),
  ];
  const hovers = texts.join('\n').match(/[^{}]*:hover[^{}]*\{/g) ?? [];
  expect(hovers.length).toBeGreaterThan(0);
  for (const selector of hovers) expect(selector).toContain('aria-disabled');
});
