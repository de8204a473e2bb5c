import { ApiError, lazyAttachmentsApi, useApi, useQuery } from '@homie/api-client';
import type { FilePreview as Preview } from '@homie/contracts';
import { Box, ErrorState, LoadingState, Stack, Text } from '@homie/ui';
import { useCallback } from 'react';
import { isPdf } from '../platform/is-pdf';
import { tableStyle } from '../platform/table-style';
import { PdfOrText } from '../pdf/pdf-or-text';

interface FilePreviewProps {
  conversationId: string;
  name: string;
  /** In storage. */
  path: string;
}

/** The pages of a PDF; the text of a file by page, and its tables, as the assistant reads them. */
export function FilePreview({ conversationId, name, path }: FilePreviewProps) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['files', conversationId, path],
    queryFn: async () => (await lazyAttachmentsApi()).previewFile(api, conversationId, path),
  });
  const getUrl = useCallback(
    async () => (await lazyAttachmentsApi()).openFile(api, conversationId, path),
    [api, conversationId, path],
  );
  // The text arrives only after the security scan: the pages are shown after it.
  if (query.data && isPdf(name))
    return (
      <PdfOrText getUrl={getUrl} height="65dvh">
        <Content {...query.data} />
      </PdfOrText>
    );
  if (query.data) return <Content {...query.data} />;
  if (!query.isError) return <LoadingState label="Loading the preview..." />;
  return (
    <ErrorState
      title="The preview could not be loaded"
      description={
        query.error instanceof ApiError && query.error.code !== 'network'
          ? query.error.message
          : 'Check your connection and try again.'
      }
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

function Content({ sections, tables, notes, isCut }: Preview) {
  return (
    <Stack gap="4">
      {notes.map((note) => (
        <Text key={note} tone="muted">
          {note}
        </Text>
      ))}
      {sections.map(({ heading, text }, index) => (
        <Box key={index} maxWidth="measure">
          {heading !== null && (
            <Text as="h3" size="sm" fontWeight="medium" tone="muted" mb="1">
              {heading}
            </Text>
          )}
          <Box dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {text.trim()}
          </Box>
        </Box>
      ))}
      {tables.map((table, index) => (
        <PreviewTable key={index} {...table} />
      ))}
      {isCut && <Text tone="muted">The file has more. Download it to read everything.</Text>}
    </Stack>
  );
}

/** Cells up to this number of characters are not broken: dates have hyphens. */
const UNBROKEN = 20;

/** A table in its own scroll container, which the keyboard can scroll. */
function PreviewTable({ title, columns, rows }: Preview['tables'][number]) {
  return (
    <Box as="section" aria-label={title ?? 'Table'} tabIndex={0} overflowX="auto" css={tableStyle}>
      <table>
        {title !== null && <caption>{title}</caption>}
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {cells.map((cell, index) => (
                <td key={index} style={cell.length <= UNBROKEN ? { whiteSpace: 'nowrap' } : {}}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
