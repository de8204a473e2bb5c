import {
  FILE_SIZE_MAX_BYTES,
  FILE_SIZE_MESSAGE,
  FILE_TYPE_MESSAGE,
  FILES_COUNT_MESSAGE,
  FILES_PER_MESSAGE_MAX,
  FILES_TOTAL_SIZE_MAX_BYTES,
  FILES_TOTAL_SIZE_MESSAGE,
  isAcceptedFileType,
} from '@homie/contracts';

/** The reason why files are refused, as worded in the specification, and their names. */
export interface Refusal {
  title: string;
  description: string;
}

const TOO_MANY: Refusal = { title: 'Too Many Files', description: FILES_COUNT_MESSAGE };
const WRONG_TYPE: Refusal = { title: 'Invalid File Type', description: FILE_TYPE_MESSAGE };
/** The name is of a known type, the content of another one: the allowed types alone would not explain it. */
const OTHER_TYPE: Refusal = {
  title: 'Invalid File Type',
  description: `${FILE_TYPE_MESSAGE} The name of the file says another type than the device: save it again in the type you want.`,
};
const TOO_LARGE: Refusal = { title: 'File Too Large', description: FILE_SIZE_MESSAGE };
const TOO_LARGE_TOGETHER: Refusal = {
  title: 'Size Limit Exceeded',
  description: FILES_TOTAL_SIZE_MESSAGE,
};

/** The result of checking an addition. */
export interface FileCheckResult<Added> {
  accepted: Added[];
  /** Each reason once. */
  refusals: Refusal[];
}

/**
 * Checks files before they are uploaded. More than four refuse the whole addition, because we cannot guess which ones
 * the user wants most. Other rules refuse only the files that break them.
 * @param present the sizes of the files that the message has already, in bytes
 */
export function checkFiles<Added extends Pick<File, 'name' | 'size' | 'type'>>(
  added: readonly Added[],
  present: readonly number[],
): FileCheckResult<Added> {
  if (added.length + present.length > FILES_PER_MESSAGE_MAX)
    return { accepted: [], refusals: [TOO_MANY] };
  const accepted: Added[] = [];
  const refusals = new Map<Refusal, string[]>();
  const refuse = (refusal: Refusal, name: string) =>
    refusals.set(refusal, [...(refusals.get(refusal) ?? []), name]);
  let total = present.reduce((sum, size) => sum + size, 0);
  for (const file of added) {
    const { name, size, type: mime } = file;
    if (!isAcceptedFileType({ name, mime }))
      refuse(isAcceptedFileType({ name, mime: '' }) ? OTHER_TYPE : WRONG_TYPE, name);
    else if (size > FILE_SIZE_MAX_BYTES) refuse(TOO_LARGE, name);
    else if (total + size > FILES_TOTAL_SIZE_MAX_BYTES) refuse(TOO_LARGE_TOGETHER, name);
    else {
      accepted.push(file);
      total += size;
    }
  }
  return {
    accepted,
    refusals: [...refusals].map(([{ title, description }, names]) => ({
      title,
      description: `${description} Not added: ${[...new Set(names)].join(', ')}.`,
    })),
  };
}
