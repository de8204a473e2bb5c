// Sets up what checks need: the build, browsers and programs.
import { ensureFirefox, ensureWebKit } from './browsers.mjs';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureClamd } from './clamav.mjs';
import { ensureProxies } from './proxies.mjs';
import { ensureSupabaseCli, ensureTapReader } from './supabase-cli.mjs';

/** @typedef {'build' | 'chromium' | 'engines' | 'supabase' | 'clamd' | 'proxies'} Need */

/** @type {Record<Need, (env: NodeJS.ProcessEnv) => Promise<void>>} */
const preparations = {
  build,
  async chromium(env) {
    const chromium = await ensureChromium();
    if (chromium) env.CHROMIUM_PATH = chromium;
  },
  async engines() {
    await ensureFirefox();
    await ensureWebKit();
  },
  async supabase(env) {
    env.HOMIE_SUPABASE_CLI = await ensureSupabaseCli();
    if (await ensureTapReader()) env.HOMIE_TEST_TAP = 'true';
    else if (env.CI) throw new Error('Install psql and prove.');
    else console.log('  Stories under a TAP reader are skipped (install psql and prove).');
  },
  async clamd(env) {
    const clamd = await ensureClamd();
    if (clamd) env.HOMIE_TEST_CLAMD = clamd;
    else console.log('  No clamd: tests with a real one are skipped (install clamav-daemon).');
  },
  async proxies(env) {
    if (await ensureProxies()) env.HOMIE_TEST_PROXIES = 'true';
    else if (env.CI) throw new Error('Install nginx, caddy, haproxy, apache2 and pgbouncer.');
    else
      console.log(
        '  Tests with proxies are skipped (install nginx, caddy, haproxy, apache2 and pgbouncer).',
      );
  },
};

/** Installations wait for each other: the system's package manager has a lock. */
const installations = /** @type {const} */ ([
  'chromium',
  'engines',
  'supabase',
  'clamd',
  'proxies',
]);

/**
 * Sets up what is missing.
 * @param {Set<Need>} needs
 * @param {NodeJS.ProcessEnv} env gets the paths of programs
 */
export async function prepare(needs, env) {
  /** @param {Need} need */
  const ensure = async (need) => {
    if (!needs.has(need)) return;
    const started = performance.now();
    await preparations[need](env);
    console.log(`  ${need}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  const install = async () => {
    for (const need of installations) await ensure(need);
  };
  await Promise.all([ensure('build'), install()]);
}
