import { createProgram } from '../cli/program.ts';

/**
 * Runs a command line of the server's commands in this process.
 * @param root of the workspace
 * @param environment settings instead of the process's variables
 * @param commandLine without `homie`
 * @returns its output
 * @throws any error of the command
 */
export async function runHomie(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[],
): Promise<string> {
  const printed: string[] = [];
  const program = createProgram({
    root,
    environment,
    print: (text) => printed.push(text),
    printStatus: () => {},
  });
  await program.parseAsync(commandLine, { from: 'user' });
  return printed.join('\n');
}
