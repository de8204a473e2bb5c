import { restoreArchive } from '../../operations/archive/restore-archive.ts';
import { examples, type DefineCommand } from '../command-context.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Defines `homie restore`. */
export const defineRestore: DefineCommand = (
  restore,
  { root, environment, print, printStatus },
) => {
  restore
    .argument('<file>')
    .option('--keep-sessions', 'restore sessions and mailed links too, instead of ending them')
    .addHelpText('after', examples('restore monday.homie'))
    .action(async (file: string, { keepSessions }: { keepSessions?: true }) =>
      print(
        await restoreArchive(
          readSettings(root, environment).backend,
          file,
          printStatus,
          keepSessions,
        ),
      ),
    );
};
