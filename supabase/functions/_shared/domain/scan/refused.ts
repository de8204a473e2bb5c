/** Why a file is not passed, in words for the person who attached it. */
export const REASONS = {
  damaged: 'The file is damaged and cannot be checked.',
  elsewhere: 'The file fetches or starts something else when it is opened.',
  embedded: 'The file contains other files or objects. Remove them and attach it again.',
  encrypted: 'The file is protected by a password. Remove the password and attach it again.',
  extra: 'The file contains something besides the document.',
  macros: 'The file contains macros. Save it without macros and attach it again.',
  opening: 'The PDF does something by itself when it is opened.',
  program: 'The PDF starts programs.',
  scripts: 'The PDF contains scripts.',
  tooMuch: 'The file unpacks to more than can be checked.',
  virus: 'The file contains a known virus.',
  wrongType: 'The content of the file is not what its name says.',
} as const;

/** A file must not pass. Anything else that a check throws is no verdict. */
export class Refused extends Error {
  readonly reason: string;

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
    this.name = 'Refused';
    this.reason = REASONS[reason];
  }
}
