import { resolve } from 'node:path';
import { describeArchive, makeArchive } from '../../operations/archive/make-archive.ts';
import { restoreArchive } from '../../operations/archive/restore-archive.ts';
import { examples, type AddCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Adds `homie backup` and `homie restore`. */
export const addBackup: AddCommand = (program, { root, environment, print, tell }) => {
  program
    .command('backup')
    .description('write everything into one file, while people work')
    .argument('<file>')
    .option('--check', 'only read the file and compare it with its hashes')
    .addHelpText('after', examples('backup monday.homie', 'backup monday.homie --check'))
    .action(async (file: string, { check }: { check?: boolean }) => {
      if (check) print(await describeArchive(file, tell));
      else
        print(await makeArchive(readSettings(root, environment).backend, resolve(file), tell));
    });
  program
    .command('restore')
    .description('load a backup into an empty place: HOMIE_DATA, DATABASE_URL')
    .argument('<file>')
    .addHelpText('after', examples('restore monday.homie'))
    .action(async (file: string) =>
      print(await restoreArchive(readSettings(root, environment).backend, file, tell)),
    );
};
