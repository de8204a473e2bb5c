import type * as attachments from './endpoints/attachments';

/** The calls that upload, scan, remove and open files. */
export type AttachmentsApi = typeof attachments;

/** Loads the calls for files: `const { openFile } = await lazyAttachmentsApi()`. They stay out of the first load. */
export function lazyAttachmentsApi(): Promise<AttachmentsApi> {
  return import('./endpoints/attachments');
}
