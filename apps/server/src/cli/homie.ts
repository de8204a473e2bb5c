#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommanderError, type Command } from 'commander';
import { getExitCode } from './command-context.ts';
import { asOption, createProgram } from './program.ts';
import { setUpProcess } from './set-up-process.ts';

const root = findRoot();

setUpProcess();
const program = createProgram({
  root,
  environment: process.env,
  print: (text) => console.log(text),
  printStatus: (text) => console.error(text),
});
await addReleaseCommands(program);
try {
  await program.parseAsync(asOption(process.argv.slice(2)), { from: 'user' });
} catch (error) {
  // Commander has written its own message already.
  if (!(error instanceof CommanderError))
    console.error(error instanceof Error ? error.message : error);
  process.exitCode = getExitCode(error);
}

/**
 * Finds the root folder of the workspace, or of the container's copy of it: the nearest folder above this file that has
 * the migrations. The source file and the built file lie at different depths.
 * @throws Error when there is none
 */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'supabase/migrations'))) {
    if (folder === dirname(folder)) throw new Error('No folder above has supabase/migrations');
    folder = dirname(folder);
  }
  return folder;
}

/** Releases are made from the sources, which a container does not have. */
async function addReleaseCommands(to: Command): Promise<void> {
  const file = join(root, 'tools/release/commands.mjs');
  if (!existsSync(file)) return;
  const module: { addReleaseCommands: (program: Command) => void } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  module.addReleaseCommands(to);
}
