// `npm run dev`: the same backend as `npm start`, with hot reload of shell, remotes and server.
// `npm run dev -- chat --env staging`: only chat from this workspace, inside the environment.
import { checkNode, install } from './steps/install.mjs';
import { step } from './steps/run.mjs';

checkNode();
await step('packages', () => install({ toStart: true }));
await (process.argv.length > 2
  ? import('./release/commands/dev.mjs')
  : import('./steps/serve-workspace.mjs'));
