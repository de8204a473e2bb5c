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
