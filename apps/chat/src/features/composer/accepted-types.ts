import { FILE_TYPES } from '@homie/contracts';

/** The `accept` attribute of the file chooser: extensions for desktops, MIME types for phones. */
export const ACCEPTED_TYPES = Object.entries(FILE_TYPES)
  .flatMap(([extension, mimes]) => [`.${extension}`, ...mimes])
  .join(',');
