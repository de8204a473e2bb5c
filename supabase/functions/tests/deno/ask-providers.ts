// Run by Deno: puts the cases to the provider at the address given and prints what came of them.
import { argv, stdout } from 'node:process';
import { askProviders } from '../support/provider-cases.ts';

stdout.write(JSON.stringify(await askProviders(argv[2] ?? '')));
