// The commands of `homie` that need the sources. Their code is loaded when they run.
import { Option } from 'commander';

const environment = () =>
  new Option('--env <environment>', 'name of environments/<name>.json').makeOptionMandatory();
/** @param {...string} lines */
const examples = (...lines) =>
  `\nExamples:\n${lines.map((line) => `  $ homie ${line}`).join('\n')}`;

/** Options of a rollout that name its audience. */
const SOME = ['percent', 'roles', 'accounts'];

/**
 * Refuses empty options and arguments, which unset variables become: without its version, a rollback would restore
 * another one.
 * @param {import('commander').Command} _
 * @param {import('commander').Command} command
 */
function refuseEmpty(_, command) {
  const [option] = Object.entries(command.opts()).find(([, value]) => value === '') ?? [];
  if (option) command.error(`error: option '--${option}' is empty`);
  if (command.args.includes('')) command.error('error: an argument is empty');
}

/**
 * Adds the commands of releases, deployments and migrations.
 * @param {import('commander').Command} program
 */
export function addReleaseCommands(program) {
  const others = new Set(program.commands);
  program
    .command('release')
    .description(
      'build one remote, check it against the shell of an environment and publish it there',
    )
    .argument('<remote>', 'name of the remote, or shell')
    .addOption(environment())
    .option('--build <folder>', 'publish this build, which was made and tested elsewhere')
    .option(
      '--allow-incompatible',
      'release a shell that cannot run all remotes of the environment',
    )
    .addHelpText('after', examples('release chat --env staging', 'release shell --env staging'))
    .action(async (name, options) =>
      (await import('./commands/release.mjs')).release(name, options),
    );
  program
    .command('promote')
    .description('publish in one environment what another one runs')
    .argument('[remote]')
    .option('--all', 'promote all remotes, as one revision')
    .requiredOption('--from <environment>')
    .requiredOption('--to <environment>')
    .addHelpText(
      'after',
      examples(
        'promote chat --from staging --to production',
        'promote --all --from staging --to production',
      ),
    )
    .action(async (name, options) =>
      (await import('./commands/promote.mjs')).promote(name, options),
    );
  program
    .command('rollout')
    .description('give some people a version')
    .argument('<remote>')
    .addOption(environment())
    .requiredOption('--version <version>')
    .option('--percent <number>', 'of all people, 0 to 100')
    .option('--roles <roles>', 'admin, office, support_worker; separated by commas')
    .option('--accounts <emails>', 'separated by commas')
    .addOption(new Option('--complete', 'give it to everybody').conflicts([...SOME, 'withdraw']))
    .addOption(new Option('--withdraw', 'take it back').conflicts(SOME))
    .addHelpText(
      'after',
      examples('rollout chat --env production --version 2.1.0-1a2b3c4d --percent 10'),
    )
    .action(async (name, options) =>
      (await import('./commands/rollout.mjs')).rollout(name, options),
    );
  program
    .command('rollback')
    .description('take a remote back to what ran before, without a build')
    .argument('<remote>')
    .addOption(environment())
    .addOption(new Option('--to <version>', 'to this version').conflicts('revision'))
    .option('--revision <number>', 'to what this revision had')
    .addHelpText('after', examples('rollback chat --env production'))
    .action(async (name, options) =>
      (await import('./commands/rollback.mjs')).rollback(name, options),
    );

  const revisions = program
    .command('revisions')
    .description('show what has run in an environment')
    .addHelpText(
      'after',
      examples('revisions list --env production', 'revisions compare 41 42 --env production'),
    );
  revisions
    .command('list', { isDefault: true })
    .description('list the last revisions')
    .addOption(environment())
    .option('--json', 'print the result as JSON')
    .action(async (options) => (await import('./commands/revisions.mjs')).printRevisions(options));
  revisions
    .command('show')
    .description('print the manifest of a revision as JSON')
    .argument('<number>')
    .addOption(environment())
    .action(async (number, options) =>
      (await import('./commands/revisions.mjs')).showRevision(number, options),
    );
  revisions
    .command('compare')
    .description('print what differs between two revisions')
    .argument('<before>')
    .argument('<after>')
    .addOption(environment())
    .action(async (before, after, options) =>
      (await import('./commands/revisions.mjs')).printDifferences(before, after, options),
    );

  program
    .command('prune')
    .description('remove versions that are 30 days old and have not run since')
    .addOption(environment())
    .option('--dry-run', 'only print them')
    .addHelpText('after', examples('prune --env production --dry-run'))
    .action(async (options) => (await import('./commands/prune.mjs')).prune(options));
  const migration = program
    .command('migration')
    .description('make migrations of the database')
    .addHelpText('after', examples('migration new add the team of a participant'));
  migration
    .command('new')
    .description('create a file that is later than all others')
    .argument('<name...>', 'what it does, in the imperative')
    .action(async (words) =>
      console.log((await import('../migrations/migration.mjs')).createMigration(words.join(' '))),
    );
  migration
    .command('baseline')
    .description('replace all migrations by one that is made of the schemas')
    .action(async () =>
      console.log((await import('../migrations/migration.mjs')).createBaseline()),
    );

  program
    .command('deploy')
    .description('deploy an environment to Supabase; every step can be repeated')
    .addOption(environment())
    .option('--from <environment>', 'promote the releases of this environment')
    .option('--only <step...>', 'only these steps')
    .option('--dry-run', 'print the steps and reach nothing')
    .addHelpText('after', examples('deploy --env production --from staging --dry-run'))
    .action(async (options) => (await import('../deploy/deploy.mjs')).deploy(options));
  for (const command of program.commands)
    if (!others.has(command)) command.hook('preAction', refuseEmpty);
}
