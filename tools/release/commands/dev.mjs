// `npm run dev -- chat --env staging`: chat alone, from this workspace, inside what staging runs.
import { runCommand } from '../console.mjs';
import { devInside } from '../dev/dev-inside.mjs';

await runCommand(devInside);
