import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps/run.mjs';
import { DOCUMENT, findTexts, formatUiText } from './ui-text.mjs';

test('finds what elements, attributes and messages show, and not class names or identifiers', () => {
  const code = `
    const view = <Box id="main panel" title="A title">Some {count === 1 ? 'word' : 'words'}<b> </b></Box>;
    toast.error({ title: \`\${name} failed\`, description: isOld ? 'Too old' : 'Too new' });
  `;
  expect(findTexts('a.tsx', code).sort()).toEqual(
    ['A title', 'Some', 'word', 'words', '… failed', 'Too old', 'Too new'].sort(),
  );
});

test('docs/ui-text.md is what the code shows now; if not, run node tools/ui-text.mjs', () => {
  expect(readFileSync(path.join(root, DOCUMENT), 'utf8')).toBe(formatUiText());
});
