// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReplyMarkdown } from './reply-markdown';

const show = (text: string) => {
  const { container } = render(<ReplyMarkdown text={text} />, { wrapper: UiProvider });
  return container;
};

test('TRY-10 a reply of a trial renders Markdown', () => {
  const reply = show(
    '# Plan\n\n- **First** step\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNote.[^1]\n\n[^1]: Old.',
  );
  expect(reply.querySelector('h2')?.textContent).toBe('Plan');
  expect(reply.querySelector('li strong')?.textContent).toBe('First');
  expect(reply.querySelectorAll('td')).toHaveLength(2);
  expect(reply.querySelector('[aria-label=Notes]')?.textContent).toBe('Old.');
  expect(reply.textContent).not.toMatch(/\*\*|\|/);
});

test('TRY-10 links open in a new tab: only those to the web and to passages of documents', () => {
  const passage = '/app?document=6f1e2d3c-4b5a-4678-9012-3456789abcde&passage=1';
  const reply = show(
    `[Web](https://example.org) [Passage](${passage}) [Page](/admin/users) [Run](javascript:alert(1)) <img src=x>`,
  );
  const links = [...reply.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org', passage]);
  expect(links.every(({ target, rel }) => target === '_blank' && /noopener/.test(rel))).toBe(true);
  expect(reply.querySelector('img')).toBeNull();
  expect(reply.textContent).toContain('<img src=x>');
});
