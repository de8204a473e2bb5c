import { FILE_TYPES } from '@homie/contracts';

/** What a file chooser offers: extensions for desktops, MIME types for phones. */
export const ACCEPTED_TYPES = Object.entries(FILE_TYPES)
  .flatMap(([extension, mimes]) => [`.${extension}`, ...mimes])
  .join(',');
