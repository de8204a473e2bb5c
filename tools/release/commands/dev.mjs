// `npm run dev -- chat --env staging`: only chat from this workspace, inside the environment staging.
import { Command } from 'commander';
import { devInside } from '../dev/dev-inside.mjs';

await new Command('npm run dev --')
  .argument('<remote>')
  .requiredOption('--env <environment>', 'name of environments/<name>.json')
  .option('--url <address>', 'where the environment runs; from its file unless given')
  .option('--port <number>', 'of the page', '4200')
  .action(devInside)
  .parseAsync()
  .catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
