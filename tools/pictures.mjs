// Captures the README's pictures from the running product, each with an outline that a browser test compares.
import { build } from './steps/build.mjs';
import { ensureChromium } from './steps/chromium.mjs';
import { getBinPath, mustRun, step } from './steps/run.mjs';

await step('build', build);
const chromium = await step('browser', ensureChromium);
await step('pictures', () =>
  mustRun(
    'Taking the pictures',
    getBinPath('playwright'),
    ['test', '--config', '.config/playwright.ts', 'specs/pictures/', '--project', 'embedded'],
    { env: { HOMIE_PICTURES: 'take', ...(chromium && { CHROMIUM_PATH: chromium }) } },
  ),
);
