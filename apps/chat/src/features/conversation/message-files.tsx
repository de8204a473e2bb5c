import type { Attachment } from '@homie/contracts';
import {
  Box,
  HStack,
  IconDownload,
  IconFile,
  IconSpreadsheet,
  List,
  ListItem,
  Text,
  VisuallyHidden,
} from '@homie/ui';
import { fileSize } from '../../platform/file-size';
import { useDownloadFile } from '../../platform/use-download-file';

const SPREADSHEET = /\.(csv|xlsx?)$/i;

interface MessageFilesProps {
  conversationId: string;
  files: readonly Attachment[];
  /** True if they are stored with a message and can be downloaded. */
  stored: boolean;
}

/** The files of a message; a click downloads one. */
export function MessageFiles({ conversationId, files, stored }: MessageFilesProps) {
  if (files.length === 0) return null;
  return (
    <List aria-label="Files" display="grid" gap="1" whiteSpace="normal">
      {files.map((file) => (
        <ListItem key={file.supabasePath}>
          {stored ? <FileLink {...{ conversationId, file }} /> : <FileName file={file} />}
        </ListItem>
      ))}
    </List>
  );
}

function FileName({ file: { name, size } }: { file: Attachment }) {
  const Icon = SPREADSHEET.test(name) ? IconSpreadsheet : IconFile;
  return (
    <HStack fontSize="sm" minWidth="0">
      <Box flexShrink="0">
        <Icon size={16} />
      </Box>
      <Box as="span" minWidth="0" overflowWrap="anywhere" textAlign="start">
        {name}{' '}
        <Text as="span" tone="muted" whiteSpace="nowrap">
          {fileSize(size)}
        </Text>
      </Box>
    </HStack>
  );
}

function FileLink({ conversationId, file }: { conversationId: string; file: Attachment }) {
  const [opening, download] = useDownloadFile(conversationId);
  return (
    <Box
      asChild
      display="flex"
      alignItems="center"
      gap="2"
      paddingInline="2.5"
      paddingBlock="1.5"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="md"
      cursor="pointer"
      maxWidth="full"
      _hover={{ bg: 'bg.subtle' }}
      css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
    >
      <button
        type="button"
        title={`Download ${file.name}`}
        aria-busy={opening}
        onClick={() => download(file)}
      >
        <FileName file={file} />
        <Box as="span" flexShrink="0" color="fg.muted">
          <IconDownload size={16} />
        </Box>
        <VisuallyHidden>Download</VisuallyHidden>
      </button>
    </Box>
  );
}
