// Provides `pgvector`, for the tests of a search by meaning.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aptInstall } from './apt.mjs';
import { run } from './run.mjs';

/** Debian 12 has no package of it. The sources of Debian 13 compile for PostgreSQL 13 and later. */
const SOURCES = 'pool/main/p/pgvector/pgvector_0.8.0.orig.tar.gz';
const SHA256 = '867a2c328d4928a5a9d6f052cd3bc78c7d60228a9b914ad32aa3db88e9de27b0';

/** Returns the sources from the mirror that this machine installs from, or undefined if they cannot be loaded. */
async function loadSources() {
  const mirror = await run(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI)', 'Codename: bookworm'],
    {
      quiet: true,
    },
  );
  const [address] = mirror.output.split('\n');
  if (!address) return undefined;
  const response = await fetch(new URL(SOURCES, address)).catch(() => undefined);
  if (!response?.ok) return undefined;
  const sources = Buffer.from(await response.arrayBuffer());
  return createHash('sha256').update(sources).digest('hex') === SHA256 ? sources : undefined;
}

/** Compiles and installs the extension for a PostgreSQL of Debian 12. @param {string} version */
async function compile(version) {
  const sources = await loadSources();
  if (!sources) return;
  await aptInstall(`postgresql-server-dev-${version}`, 'gcc', 'libc6-dev', 'make');
  const folder = mkdtempSync(path.join(tmpdir(), 'homie-vector-'));
  writeFileSync(path.join(folder, 'sources.tar.gz'), sources);
  const unpack = ['-xzf', 'sources.tar.gz', '--strip-components=1'];
  await run('tar', unpack, { quiet: true, cwd: folder });
  const config = `PG_CONFIG=/usr/lib/postgresql/${version}/bin/pg_config`;
  await run('make', ['-j2', 'with_llvm=no', config, 'install'], { quiet: true, cwd: folder });
  rmSync(folder, { recursive: true });
}

/**
 * Installs `pgvector` for a PostgreSQL of Debian, from its package or else from its sources, where that is possible
 * without a prompt.
 * @param {string} bin folder with the programs of PostgreSQL
 * @returns {Promise<boolean>} whether it is installed; without it the same tests check that words alone are searched
 */
export async function ensureVector(bin) {
  const [, version] = /^\/usr\/lib\/postgresql\/(\d+)\/bin$/.exec(bin) ?? [];
  if (version === undefined) return false;
  const isInstalled = () => existsSync(`/usr/share/postgresql/${version}/extension/vector.control`);
  if (isInstalled() || process.getuid?.() !== 0) return isInstalled();
  await aptInstall(`postgresql-${version}-pgvector`);
  if (!isInstalled()) await compile(version);
  return isInstalled();
}
