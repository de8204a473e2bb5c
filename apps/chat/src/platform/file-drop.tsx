import { Center, Flex, IconAttach, Text, type Elements } from '@homie/ui';
import { useEffect } from 'react';
import { useUploader } from '../engine/react';
import { useFileDrop } from './use-file-drop';

/** An area that accepts dropped files anywhere. */
export function FileDrop({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void;
  children: Elements;
}) {
  const uploader = useUploader();
  const { dragging, area, zone } = useFileDrop(onFiles);
  useEffect(() => {
    if (dragging) uploader.warm();
  }, [dragging, uploader]);
  return (
    <Flex position="relative" flex="1" minWidth="0" minHeight="0" {...area}>
      {children}
      {dragging && (
        <Center
          data-testid="drop-zone"
          position="absolute"
          inset="2"
          zIndex="overlay"
          flexDirection="column"
          gap="1"
          textAlign="center"
          bg="bg.surface"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="brand.solid"
          borderRadius="lg"
          color="brand.fg"
          // Disabled on children, so that passing over them does not fire `dragleave`.
          css={{ '& > *': { pointerEvents: 'none' } }}
          {...zone}
        >
          <IconAttach size={28} />
          <Text fontWeight="semibold">Drop files to attach them</Text>
          <Text size="sm" tone="muted">
            PDF, CSV, XLSX, XLS, TXT or DOCX, up to 25 MB each
          </Text>
        </Center>
      )}
    </Flex>
  );
}
