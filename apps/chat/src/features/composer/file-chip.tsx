import {
  Box,
  Flex,
  IconButton,
  IconFile,
  IconSpreadsheet,
  IconX,
  ListItem,
  Text,
  VisuallyHidden,
} from '@homie/ui';
import { fileSize } from '../../platform/file-size';
import { isUnderWay, type Upload, type UploadState } from '../../engine/uploads/upload-list';
import { UploadProgress } from './upload-progress';

/**
 * The number of last characters that are always visible: the extension, and the digit that distinguishes 'report 1'
 * from 'report 2'.
 */
const END = 9;

/** Renders a file name in little space: truncated in the middle visually, complete for a screen reader. */
function FileName({ name }: { name: string }) {
  const characters = Array.from(name);
  return (
    <>
      <VisuallyHidden translate="no">{name}</VisuallyHidden>
      <Flex aria-hidden minWidth="0" whiteSpace="pre" title={name}>
        <Box overflow="hidden" textOverflow="ellipsis">
          {characters.slice(0, -END).join('')}
        </Box>
        <Box flexShrink="0">{characters.slice(-END).join('')}</Box>
      </Flex>
    </>
  );
}

const STAGES: Record<UploadState, string> = {
  queued: 'Waiting',
  uploading: 'Uploading',
  scanning: 'Checking',
  attached: '',
  failed: '',
};

interface FileChipProps {
  file: Upload;
  onRemove: () => void;
}

/** A file of the draft. */
export function FileChip({ file, onRemove }: FileChipProps) {
  const { name, size, state, progress } = file;
  const underWay = isUnderWay(file);
  const Icon = /\.(csv|xlsx?)$/i.test(name) ? IconSpreadsheet : IconFile;
  return (
    <ListItem
      data-progress={progress}
      position="relative"
      overflow="hidden"
      // A long name gets a separate line before it is truncated.
      flex="1 1 auto"
      minWidth="9.5rem"
      maxWidth={{ base: 'full', sm: '16rem' }}
      bg="bg.subtle"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="md"
    >
      <Flex alignItems="center" gap="2" paddingInlineStart="2.5" minHeight="11">
        <Box aria-hidden flexShrink="0" color="fg.muted">
          <Icon size={18} />
        </Box>
        <Box flex="1" minWidth="0" fontSize="sm" lineHeight="snug">
          <FileName name={name} />
          <Text size="xs" tone="muted" truncate>
            {underWay ? `${STAGES[state]}...` : fileSize(size)}
          </Text>
        </Box>
        <IconButton
          label={underWay ? `Cancel ${name}` : `Remove ${name}`}
          size="sm"
          icon={<IconX size={16} />}
          onClick={onRemove}
        />
      </Flex>
      {underWay && <UploadProgress label={`${STAGES[state]} ${name}`} percent={progress} />}
    </ListItem>
  );
}
