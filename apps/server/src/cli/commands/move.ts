import { resolve } from 'node:path';
import { importArchive, writeKeys } from '../../operations/archive/import-archive.ts';
import { makeArchive } from '../../operations/archive/make-archive.ts';
import { examples, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Defines `homie move …`: an installation into one file, and from there into PostgreSQL or Supabase. */
export const defineMove: DefineCommand = (move, { root, environment, print, printStatus }) => {
  const getLocation = () => readSettings(root, environment).backend;
  move.addHelpText('after', examples('move export moving.homie', 'move import moving.homie'));
  move
    .command('export')
    .description('write everything that this installation has into one file')
    .argument('<file>')
    .action(async (file: string) =>
      print(await makeArchive(getLocation(), resolve(file), printStatus)),
    );
  move
    .command('import')
    .description(
      'load the file into the PostgreSQL of DATABASE_URL; with SUPABASE_URL, into that Supabase project',
    )
    .argument('<file>')
    .action(async (file: string) => {
      const supabaseUrl = environment['SUPABASE_URL'];
      const secretKey = environment['SUPABASE_SERVICE_ROLE_KEY'];
      print(await importArchive({ ...getLocation(), supabaseUrl, secretKey }, file, printStatus));
    });
  move
    .command('keys')
    .description('write the key of the audit log into <file>.env, for the secrets of the functions')
    .argument('<file>')
    .action(async (file: string) => print(await writeKeys(file)));
};
