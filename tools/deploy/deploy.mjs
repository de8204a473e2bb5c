import { planDeployment } from './plan.mjs';
import { openEnvironment } from '../release/environments.mjs';
import { remoteNames } from '../release/build/remotes.mjs';
import { withTiming } from '../release/console.mjs';
import { Failure } from '../release/failure.mjs';
import { run } from '../steps/run.mjs';
import { ensureSupabaseCli, SUPABASE_CLI_SETTINGS } from '../steps/supabase-cli.mjs';

/** @param {import('./plan.mjs').Step} step */
async function carryOut({ name, program, args, env = {}, mustList = [] }) {
  const command = program === 'node' ? process.execPath : await ensureSupabaseCli();
  const settings = program === 'node' ? env : { ...SUPABASE_CLI_SETTINGS, ...env };
  const { code, output } = await run(command, args, { env: settings, quiet: true });
  if (code !== 0) throw new Failure(`The step "${name}" failed:\n${output.trim()}`);
  const missing = mustList.filter((wanted) => !output.includes(`"${wanted}"`));
  if (missing.length > 0)
    throw new Failure(
      `The functions have no ${missing.join(', ')}.`,
      'Set them with `supabase secrets set`: docs/guides/supabase.md says to what.',
    );
  return output.trim().split('\n').at(-1);
}

/**
 * Deploys an environment to Supabase: settings, migrations, functions, releases and pages. Each step is safe to repeat.
 * @param {{ env: string, from?: string, only?: string[], dryRun?: boolean }} options `from` names an environment
 *   whose releases are promoted, `only` the steps to run; `dryRun` prints the steps without running them
 */
export async function deploy({ env, from, only, dryRun: isDry }) {
  const { name, url } = await openEnvironment(env);
  const { project, missing, steps } = planDeployment(
    { name, url },
    process.env,
    remoteNames(),
    from,
  );
  const unknown = only?.find((one) => steps.every((step) => step.name !== one));
  if (unknown)
    throw new Failure(
      `No such step: ${unknown}.`,
      `There are: ${steps.map((step) => step.name).join(', ')}.`,
    );
  const chosen = only ? steps.filter((step) => only.includes(step.name)) : steps;
  if (missing.length > 0 && !isDry)
    throw new Failure('Not everything that it needs is set:', missing.join('\n'));
  console.log(`${isDry ? 'Would deploy' : 'Deploying'} ${name} (${url}) to the project ${project}`);
  for (const line of missing) console.log(`  ! not set: ${line}`);
  for (const step of chosen) {
    if (!isDry) await withTiming(step.name, () => carryOut(step));
    else
      console.log(
        `  ${step.name.padEnd(12)}${step.does}\n    ${step.program} ${step.args.join(' ')}`,
      );
  }
}
