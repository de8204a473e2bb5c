// `npm run build`: installs and builds whatever is missing.
import { build } from './steps/build.mjs';
import { checkNode, install } from './steps/install.mjs';
import { step } from './steps/run.mjs';

checkNode();
await step('packages', () => install({ toStart: true }));
await step('build', build);
