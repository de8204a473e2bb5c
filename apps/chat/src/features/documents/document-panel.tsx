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
  Stack,
  Text,
  useIsNarrow,
} from '@homie/ui';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { isPdf } from '../../platform/is-pdf';
import { CitedPdf } from './cited-pdf';
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
      title={document ? <span translate="no">{document.title}</span> : 'Source'}
      description={document && describeVersion(document)}
      isWide={/\.(pdf|csv|xlsx?)$/i.test(document?.fileName ?? '')}
      onClose={onClose}
    >
      {document ? (
        <DocumentContent
          {...{ versionId, passage, document }}
          height={isNarrow ? '65dvh' : '100%'}
        />
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

interface DocumentContentProps extends Pick<DocumentPanelProps, 'versionId' | 'passage'> {
  document: CitedDocument;
  /** Height of the pages of a PDF. */
  height: string;
}

function DocumentContent({ versionId, passage, document, height }: DocumentContentProps) {
  const { fileName, passages } = document;
  const text = <DocumentText {...{ versionId, passage, passages }} />;
  if (fileName === null) return text;
  const download = <DownloadButton {...{ versionId, fileName }} />;
  if (isPdf(fileName))
    return (
      <CitedPdf {...{ versionId, passage, height }} actions={download}>
        {text}
      </CitedPdf>
    );
  return (
    <Stack gap="4" alignItems="flex-start">
      {download}
      {text}
    </Stack>
  );
}

function describeVersion({ version, latestVersion, archived }: CitedDocument): string {
  const replaced = latestVersion > version ? `, replaced by version ${latestVersion}` : '';
  return `Version ${version}${replaced}${archived ? '. Archived: assistants no longer use it' : ''}`;
}

interface SurfaceProps {
  title: ReactNode;
  description: string | null | undefined;
  /** Leaves room for pages and tables. */
  isWide: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ title, description, onClose, children }: SurfaceProps) {
  return (
    <Dialog open size="lg" {...{ title, onClose }} {...(description && { description })}>
      {children}
    </Dialog>
  );
}

/** A region next to the conversation. It gets the focus when it opens, and returns it when it closes. */
function SidePanel({ title, description, isWide, onClose, children }: SurfaceProps) {
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
      width={isWide ? 'clamp(26rem, 42vw, 48rem)' : '26rem'}
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
            <Heading translate="no" ref={heading} as="h2" size="md" tabIndex={-1} outline="none">
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
