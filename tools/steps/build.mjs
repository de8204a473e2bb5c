// Builds everything that has changed and composes the remotes of this machine's environment.
import { mustRun, installed } from './run.mjs';
import { compose } from './compose.mjs';

/** Builds shell, remotes and server (Nx skips unchanged projects) and releases them into the environment `local`. */
export async function build() {
  await mustRun('Building', installed('nx'), ['run-many', '-t', 'build'], {
    env: { NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  await compose();
}
