#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommanderError, type Command } from 'commander';
import { getExitCode } from './command-context.ts';
import { createProgram } from './program.ts';
import { setUpProcess } from './set-up-process.ts';
import { workspaceRoot } from './workspace-root.ts';

const root = workspaceRoot();

setUpProcess();
const program = createProgram({
  root,
  environment: process.env,
  print: (text) => console.log(text),
  printStatus: (text) => console.error(text),
});
await addReleaseCommands(program);
try {
  await program.parseAsync();
} catch (error) {
  // Commander has written its own message already.
  if (!(error instanceof CommanderError))
    console.error(error instanceof Error ? error.message : error);
  process.exitCode = getExitCode(error);
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
