import type { ConversationFile } from '@homie/contracts';
import {
  Box,
  Button,
  Flex,
  IconButton,
  IconDownload,
  IconFile,
  IconMessage,
  IconSpreadsheet,
  ListItem,
  Text,
} from '@homie/ui';
import { TimeText } from '@homie/widgets';
import { useState, type RefObject } from 'react';
import { fileSize } from '../../platform/file-size';
import { useDownloadFile } from '../../platform/use-download-file';

interface FileRowProps {
  conversationId: string;
  file: ConversationFile;
  /** Receives the button that opens the preview. */
  opener?: RefObject<HTMLButtonElement | null>;
  onPreview: () => void;
  onJump: () => void;
}

/** One file of the list. Pressing its name opens the preview. */
export function FileRow({ conversationId, file, opener, onPreview, onJump }: FileRowProps) {
  const { name, size, created_at, supabase_path } = file;
  const [now] = useState(() => new Date());
  const [downloading, download] = useDownloadFile(conversationId);
  const Icon = /\.(csv|xlsx?)$/i.test(name) ? IconSpreadsheet : IconFile;
  return (
    <ListItem
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.subtle"
      borderRadius="lg"
      paddingInline="3"
      paddingBlock="2"
    >
      <Flex alignItems="center" gap="3">
        <Box aria-hidden flexShrink="0" color="fg.muted">
          <Icon />
        </Box>
        <Box flex="1" minWidth="0">
          <Button
            translate="no"
            ref={opener}
            variant="ghost"
            size="sm"
            onClick={onPreview}
            css={{
              whiteSpace: 'normal',
              textAlign: 'start',
              overflowWrap: 'anywhere',
              minHeight: '8',
              '@media (pointer: coarse)': { minHeight: '11' },
            }}
            marginInline="-2"
            paddingInline="2"
            height="auto"
          >
            {name}
          </Button>
          <Text size="xs" tone="muted">
            <span>{`${fileSize(size)}, `}</span>
            <TimeText moment={created_at} now={now} />
          </Text>
        </Box>
        <IconButton
          label={`Go to the message with ${name}`}
          size="sm"
          icon={<IconMessage size={18} />}
          onClick={onJump}
        />
        <IconButton
          label={`Download ${name}`}
          size="sm"
          icon={<IconDownload size={18} />}
          aria-busy={downloading}
          onClick={() => download({ name, supabasePath: supabase_path })}
        />
      </Flex>
    </ListItem>
  );
}
