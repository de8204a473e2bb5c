import { test } from '../../fixtures/shared-page.ts';
import { checkScreen } from './check-screen.ts';
import { screens } from './screens.ts';

// By far the longest list of tests, so all workers share it.
test.describe.configure({ mode: 'parallel' });
test.use({ colorScheme: 'light' });

for (const { name, as, open } of screens) {
  test(`no axe violations in either theme, desktop, on ${name}`, async ({
    page,
    server,
    signIn,
  }) => {
    if (as) await signIn(page, as);
    await open(page, server);
    await checkScreen(page, name, ['light', 'dark']);
  });
}
