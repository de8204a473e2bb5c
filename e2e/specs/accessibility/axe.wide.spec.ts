import { findSmallFields, findSmallTargets, PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/shared-page.ts';
import { checkScreen } from './check-screen.ts';
import { screens } from './screens.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ ...PHONE, colorScheme: 'dark' });

for (const { name, as, open } of screens) {
  test(`no axe violations in either theme, each control has 44 px for a finger, no field zooms in, phone, on ${name}`, async ({
    page,
    server,
    signIn,
  }) => {
    if (as) await signIn(page, as);
    await open(page, server);
    await checkScreen(page, name, ['dark', 'light']);
    expect.soft(await findSmallFields(page)).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
  });
}
