import { lazySourcesApi, useApi, useQuery, type CitedDocument } from '@homie/api-client';
import {
  Box,
  Dialog,
  ErrorState,
  Flex,
  Heading,
  IconButton,
  IconX,
  LoadingState,
  Text,
  useIsNarrow,
} from '@homie/ui';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { DocumentText } from './document-text';
import { DownloadButton } from './download-button';

interface DocumentPanelProps {
  versionId: string;
  /** Position of the passage that the reply cites. */
  passage: number;
  onClose: () => void;
}

/** The document that a reply cites, at the cited passage: next to the conversation, in a dialog where it is narrow. */
export function DocumentPanel({ versionId, passage, onClose }: DocumentPanelProps) {
  const api = useApi();
  const isNarrow = useIsNarrow();
  const query = useQuery({
    queryKey: ['documents', versionId],
    queryFn: async () => (await lazySourcesApi()).getCitedDocument(api, versionId),
    staleTime: 0,
  });
  const { data: document } = query;
  const Surface = isNarrow ? Sheet : SidePanel;
  return (
    <Surface
      title={document?.title ?? 'Source'}
      description={document && describeVersion(document)}
      onClose={onClose}
    >
      {document ? (
        <>
          {document.fileName !== null && (
            <DownloadButton versionId={versionId} fileName={document.fileName} />
          )}
          <DocumentText versionId={versionId} passage={passage} passages={document.passages} />
        </>
      ) : document === null ? (
        <Text>This document was removed, or you no longer have access to it.</Text>
      ) : query.isError ? (
        <ErrorState
          title="The document could not be loaded"
          description="Check your connection and try again."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingState label="Loading the document..." />
      )}
    </Surface>
  );
}

function describeVersion({ version, latestVersion, archived }: CitedDocument): string {
  const replaced = latestVersion > version ? `, replaced by version ${latestVersion}` : '';
  return `Version ${version}${replaced}${archived ? '. Archived: assistants no longer use it' : ''}`;
}

interface SurfaceProps {
  title: string;
  description: string | null | undefined;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ description, ...props }: SurfaceProps) {
  return <Dialog open size="lg" {...props} {...(description && { description })} />;
}

/** A region next to the conversation. It gets the focus when it opens, and returns it when it closes. */
function SidePanel({ title, description, onClose, children }: SurfaceProps) {
  const region = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = region.current;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose();
    };
    element?.addEventListener('keydown', closeOnEscape);
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Flex
      asChild
      flexDirection="column"
      width="26rem"
      flexShrink="0"
      minHeight="0"
      bg="bg.surface"
      borderInlineStartWidth="1px"
      borderColor="border.subtle"
      css={{ '@media print': { display: 'none' } }}
    >
      <aside ref={region} aria-label="Source">
        <Flex gap="3" alignItems="flex-start" padding="4" paddingBottom="3">
          <Box flex="1" minWidth="0" overflowWrap="anywhere">
            <Heading ref={heading} as="h2" size="md" tabIndex={-1} outline="none">
              {title}
            </Heading>
            {description && (
              <Text size="sm" tone="muted">
                {description}
              </Text>
            )}
          </Box>
          <IconButton label="Close source" size="sm" icon={<IconX />} onClick={onClose} />
        </Flex>
        <Box flex="1" minHeight="0" overflowY="auto" paddingInline="4" paddingBottom="4">
          {children}
        </Box>
      </aside>
    </Flex>
  );
}
