import { findSmallFields, findSmallTargets, PHONE } from '../../fixtures/phone.ts';
import { expect, test } from '../../fixtures/test.ts';
import { screens } from '../accessibility/screens.ts';

test.use({ ...PHONE, reducedMotion: 'reduce' });
test.describe.configure({ mode: 'parallel' });

/** Screens of which each control is known to be large enough. */
const MEASURED = new Set([
  'landing',
  'about',
  'sign-in',
  'sign-up',
  'reset password',
  'sign-out',
  'not found',
  'welcome',
  'new conversation',
  'commands',
  'keyboard shortcuts',
  'search results',
  'archived conversations',
  'user menu',
  'denied',
  'admin overview',
  'assistants',
  'edit participant',
]);

for (const { name, as, open } of screens.filter((screen) => MEASURED.has(screen.name)))
  test(`on ${name} a finger has 44 px for each control, and no field zooms in`, async ({
    page,
    server,
    signIn,
  }) => {
    if (as) await signIn(page, as);
    await open(page, server);
    expect.soft(await findSmallFields(page)).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
  });
