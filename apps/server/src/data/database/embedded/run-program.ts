import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root: its programs then run as the user `nobody`. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Lets a process that is not root traverse folders that only root may enter, and nothing else. */
const READING_ONLY = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  ...['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+dac_read_search`),
];

/**
 * Starts a program of PostgreSQL, as another user if this process is root, in a separate session: Ctrl-C in a terminal
 * reaches this process alone.
 * @param folder of the cluster
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { folder, stdio }: { folder: string; stdio: StdioOptions },
): ChildProcess {
  const options = { cwd: dirname(program), stdio, detached: true, env: environment() } as const;
  if (!isRoot) return spawn(program, args, options);
  if ([folder, dirname(program)].every(isOpenToAll))
    return spawn(program, args, { ...options, uid: NOBODY, gid: NOBODY });
  return spawn('setpriv', [...READING_ONLY, program, ...args], options);
}

/** Changes the owner of a folder and its content to the user that PostgreSQL runs as. */
export function giveToPostgres(folder: string): void {
  if (!isRoot || statSync(folder).uid === NOBODY) return;
  chownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry);
    if (!lstatSync(file).isSymbolicLink()) chownSync(file, NOBODY, NOBODY);
  }
}

/** Returns whether every user may enter all folders above it. */
function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder);
  return parent === folder || ((statSync(parent).mode & 0o001) !== 0 && isOpenToAll(parent));
}

/**
 * Variables that programs of PostgreSQL get: how to find programs, libraries and temporary files. No others, because as
 * root they run as a user whose other processes could read our secrets there.
 */
const PASSED_ON = new Set(
  'PATH TMPDIR LD_LIBRARY_PATH DYLD_LIBRARY_PATH SYSTEMROOT PATHEXT TEMP TMP'.split(' '),
);

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => PASSED_ON.has(name.toUpperCase())),
  );
}
