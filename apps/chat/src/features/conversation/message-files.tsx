import type { Attachment } from '@homie/contracts';
import {
  Box,
  HStack,
  IconFile,
  IconSpreadsheet,
  List,
  ListItem,
  Text,
  VisuallyHidden,
} from '@homie/ui';
import { useCallback, useState } from 'react';
import { fileSize } from '../../platform/file-size';
import { WhenLoaded } from '../../platform/when-loaded';

const SPREADSHEET = /\.(csv|xlsx?)$/i;

interface MessageFilesProps {
  conversationId: string;
  files: readonly Attachment[];
  /** True if they are stored with a message and can be opened. */
  stored: boolean;
}

/** The files of a message; a press opens one. */
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
        <span translate="no">{name}</span>{' '}
        <Text as="span" tone="muted" whiteSpace="nowrap">
          {fileSize(size)}
        </Text>
      </Box>
    </HStack>
  );
}

const loadDialog = () => import('../../viewer/file-dialog');

function FileLink({ conversationId, file }: { conversationId: string; file: Attachment }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
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
        <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <VisuallyHidden>Open</VisuallyHidden>
          <FileName file={file} />
        </button>
      </Box>
      {isOpen && (
        <WhenLoaded load={loadDialog} onFailure={close}>
          {({ FileDialog }) => (
            <FileDialog
              conversationId={conversationId}
              name={file.name}
              path={file.supabasePath}
              onClose={close}
            />
          )}
        </WhenLoaded>
      )}
    </>
  );
}
