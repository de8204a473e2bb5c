import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../../fixtures/test.ts';
import { screens } from './screens.ts';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test.describe(`axe finds nothing, ${theme}, ${size}`, () => {
      test.use({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      for (const { name, as, open } of screens) {
        test(`on ${name}`, async ({ page, server, signIn }) => {
          if (as) await signIn(page, as);
          await open(page, server);
          const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
          );
          expect(found).toEqual([]);
        });
      }
    });
  }
}
