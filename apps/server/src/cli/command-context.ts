import { CommanderError, InvalidArgumentError, Option, type Command } from 'commander';

/** Context of a command. Tests pass a folder, settings and a sink for the output. */
export interface CommandContext {
  /** The workspace's root folder. */
  root: string;
  /** Environment variables of the process. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Writes lines of the result to standard output. */
  print: (text: string) => void;
  /** Writes messages, and the progress of long work, to standard error. */
  printStatus: (text: string) => void;
}

/** Defines the arguments, options, subcommands and action of a command. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

/** Exit code for a command line that is not valid; commands that fail exit with 1. */
export const USAGE_EXIT_CODE = 2;

/** Creates the option `--json`, for commands that return data. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON');
}

/**
 * Formats the examples at the end of a command's help.
 * @param lines whole command lines, without `homie`
 */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ homie ${line}`).join('\n')}`;
}

/**
 * Makes a parser of an argument or option out of one that throws.
 * @param parse throws an Error with an error message
 */
export function argumentParser<Value>(parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };
}

/** @returns the exit code for an error of a command */
export function getExitCode(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
}
