// Installs packages of the operating system that npm does not provide.
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/** Installs packages where that is possible without a prompt: on Debian, as root. @param {string[]} packages */
export async function aptInstall(...packages) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const { code } = await run('apt-get', install, { quiet: true, env });
  if (code === 0) return;
  await run('apt-get', ['update'], { quiet: true, env });
  await run('apt-get', install, { quiet: true, env });
}
