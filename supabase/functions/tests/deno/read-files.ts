// Runs on Deno: reads the files of the cases and prints the results.
import { stdout } from 'node:process';
import { readCases } from '../support/extraction-cases.ts';

stdout.write(JSON.stringify(await readCases()));
