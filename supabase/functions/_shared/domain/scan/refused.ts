/** The reasons for blocking a file and the next step, as messages for the user who uploaded it. */
export const REASONS = {
  damaged: 'The file is damaged. Open it, save it as a new file and upload that one.',
  elsewhere:
    'The file loads or starts something else when it is opened. Upload a copy without that.',
  embedded: 'The file contains other files or objects. Remove them and upload it again.',
  encrypted: 'The file is protected by a password. Remove the password and upload it again.',
  extra: 'The file contains more than the document. Save it as a new file and upload that one.',
  macros: 'The file contains macros. Save it without macros and upload it again.',
  opening: 'The PDF runs an action when it is opened. Print it to a new PDF and upload that one.',
  program: 'The PDF starts programs. Print it to a new PDF and upload that one.',
  scripts: 'The PDF contains scripts. Print it to a new PDF and upload that one.',
  tooMuch: 'The file unpacks to more than can be checked. Upload a smaller one.',
  virus: 'The file contains a known virus. Delete it, and check the device that it came from.',
  wrongType: 'The content of the file does not match its name. Save it again in the right format.',
} as const;

/** Blocks a file. Any other error that a check throws is no verdict. */
export class Refused extends Error {
  readonly reason: string;

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
    this.name = 'Refused';
    this.reason = REASONS[reason];
  }
}
