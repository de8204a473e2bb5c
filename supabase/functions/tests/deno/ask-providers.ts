// Runs on Deno: sends the cases to the provider at the given address and prints the outcomes.
import { argv, stdout } from 'node:process';
import { requestFromProviders } from '../support/provider-cases.ts';

stdout.write(JSON.stringify(await requestFromProviders(argv[2] ?? '')));
