import { resolve } from 'node:path';
import { describeArchive, makeArchive } from '../../operations/archive/make-archive.ts';
import { examples, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Defines `homie backup`. */
export const defineBackup: DefineCommand = (backup, { root, environment, print, printStatus }) => {
  backup
    .argument('<file>')
    .option('--check', 'only read the file and compare it with its hashes')
    .addHelpText('after', examples('backup monday.homie', 'backup monday.homie --check'))
    .action(async (file: string, { check }: { check?: boolean }) => {
      if (check) print(await describeArchive(file, printStatus));
      else
        print(
          await makeArchive(readSettings(root, environment).backend, resolve(file), printStatus),
        );
    });
};
