// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LinkedText } from './linked-text';

afterEach(cleanup);

test('renders URLs in a message as links without trailing punctuation, and other text verbatim', () => {
  const text = 'See https://example.org/form?a=1, (http://ndis.gov.au/about). javascript:alert(1)';
  const { container } = render(<LinkedText text={text} />, { wrapper: UiProvider });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://example.org/form?a=1', 'http://ndis.gov.au/about']);
  expect(container.textContent.replaceAll(' (opens in a new tab)', '')).toBe(text);
});

test('REPLY-03 an address in a message ends before a quotation mark or full-width punctuation', () => {
  const text = 'See “https://example.org/a” or https://example.org/日本。谢谢';
  render(<LinkedText text={text} />, { wrapper: UiProvider });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://example.org/a', 'https://example.org/日本']);
});

test('TRANSLATE-04 TRANSLATE-05 a message of a user is not translated, and has no language of the page', () => {
  const { container } = render(<LinkedText text="Grüße, see https://example.org" />, {
    wrapper: UiProvider,
  });
  expect(container.querySelector('[translate=no][lang=""]')?.textContent).toMatch(/^Grüße/);
});

test('REPLY-06 cells that were pasted from a spreadsheet are a table, unless only the first lines are shown', () => {
  const text = 'Add this up:\nWorker\tHours\nMei\t7.5 https://example.org';
  render(<LinkedText text={text} />, { wrapper: UiProvider });
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['Worker', 'Hours', 'Mei', '7.5 https://example.org (opens in a new tab)']);
  expect(screen.getByText('Add this up:')).toBeTruthy();
  cleanup();
  render(<LinkedText text={text} isPlain />, { wrapper: UiProvider });
  expect(screen.queryByRole('table')).toBeNull();
});
