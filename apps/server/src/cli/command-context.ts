import { CommanderError, InvalidArgumentError, Option, type Command } from 'commander';

/** What a command works with. Tests give it a folder, settings and a place for its result. */
export interface CommandContext {
  /** The workspace's root folder. */
  root: string;
  /** The process's variables. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Writes lines of the result to standard output. */
  print: (text: string) => void;
  /** Writes messages, and the progress of long work, to standard error. */
  tell: (text: string) => void;
}

/** Defines arguments, options and subcommands of a command, and what they do. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

/** Exit code for a command line that is not valid; commands that fail end with 1. */
export const USAGE_EXIT_CODE = 2;

/** `--json`, for commands whose result is data. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON');
}

/**
 * Lines to be shown at the end of a command's help.
 * @param lines whole command lines, without `homie`
 */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ homie ${line}`).join('\n')}`;
}

/**
 * Makes a parser of an argument or option out of one that throws.
 * @param parse throws an Error with a sentence
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

/** @returns the exit code that an error of a command stands for */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
}
