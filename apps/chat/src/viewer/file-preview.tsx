import { ApiError, lazyAttachmentsApi, useApi, useQuery } from '@homie/api-client';
import type { FilePreview as Preview } from '@homie/contracts';
import { Box, ErrorState, LoadingState, Stack, Text, VisuallyHidden } from '@homie/ui';
import { useCallback, useMemo } from 'react';
import { citedStyle } from '../platform/cited-style';
import { isPdf } from '../platform/is-pdf';
import { tableStyle } from '../platform/table-style';
import { PdfOrText } from '../pdf/pdf-or-text';
import type { FilePlace } from './file-place';

interface FilePreviewProps {
  conversationId: string;
  name: string;
  /** In storage. */
  path: string;
  /** The position to show first. */
  place?: FilePlace | undefined;
}

/** The pages of a PDF; the text of a file by page, and its tables, as the assistant reads them. */
export function FilePreview({ conversationId, name, path, place }: FilePreviewProps) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['files', conversationId, path],
    queryFn: async () => (await lazyAttachmentsApi()).previewFile(api, conversationId, path),
  });
  const getUrl = useCallback(
    async () => (await lazyAttachmentsApi()).openFile(api, conversationId, path),
    [api, conversationId, path],
  );
  const page = place && 'page' in place ? place.page : undefined;
  const cited = useMemo(() => (page === undefined ? undefined : { page }), [page]);
  // The text arrives only after the security scan: the pages are shown after it.
  if (query.data && isPdf(name))
    return (
      <PdfOrText getUrl={getUrl} cited={cited} height="65dvh">
        <Content {...query.data} place={place} />
      </PdfOrText>
    );
  if (query.data) return <Content {...query.data} place={place} />;
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

/** Returns whether a section is the cited one; of a text without headings, it is the one with the line. */
function isCited(heading: string | null, place: FilePlace | undefined): boolean {
  if (place === undefined || 'row' in place) return false;
  if ('line' in place) return heading === null;
  return heading === ('page' in place ? `Page ${place.page}` : place.heading);
}

interface ContentProps extends Preview {
  place: FilePlace | undefined;
}

function Content({ sections, tables, notes, isCut, place }: ContentProps) {
  const citedSection = sections.findIndex(({ heading }) => isCited(heading, place));
  const citedTable =
    place && 'row' in place
      ? tables.findIndex(({ title }) => place.sheet === null || title === place.sheet)
      : -1;
  return (
    <Stack gap="4">
      {notes.map((note) => (
        <Text key={note} tone="muted">
          {note}
        </Text>
      ))}
      {sections.length > 0 && (
        // Focusable, so that the keyboard can scroll it.
        <Stack as="section" aria-label="Text" tabIndex={0} gap="4">
          {sections.map(({ heading, text }, index) => (
            <Box key={index} maxWidth="measure">
              {heading !== null && (
                <Text as="h3" size="sm" fontWeight="medium" tone="muted" mb="1">
                  {heading}
                </Text>
              )}
              <Box dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {index === citedSection ? <CitedText text={text} place={place} /> : text.trim()}
              </Box>
            </Box>
          ))}
        </Stack>
      )}
      {tables.map((table, index) => (
        <PreviewTable
          key={index}
          {...table}
          {...(index === citedTable && place && 'row' in place && { citedRow: place.row })}
        />
      ))}
      {isCut && <Text tone="muted">The file has more. Download it to read everything.</Text>}
    </Stack>
  );
}

/** Scrolls the dialog to an element that has been rendered. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center', inline: 'nearest' });
}

interface CitedTextProps {
  text: string;
  place: FilePlace | undefined;
}

/** The text of the cited section with a mark: the cited line, or all of it. */
function CitedText({ text, place }: CitedTextProps) {
  const lines = text.split('\n');
  const [first, last] = place && 'line' in place ? [place.line - 1, place.line] : [0, lines.length];
  return (
    <>
      <span>{lines.slice(0, first).join('\n')}</span>
      <Box asChild css={citedStyle}>
        <mark ref={scrollIntoView}>
          <VisuallyHidden>Cited passage: </VisuallyHidden>
          <span>{lines.slice(first, last).join('\n').trim()}</span>
        </mark>
      </Box>
      <span>{lines.slice(last).join('\n')}</span>
    </>
  );
}

/** Cells up to this number of characters are not broken: dates have hyphens. */
const UNBROKEN = 20;

type PreviewTableProps = Preview['tables'][number] & {
  citedRow?: number;
};

/** A table in its own scroll container, which the keyboard can scroll. */
function PreviewTable({ title, columns, rows, citedRow }: PreviewTableProps) {
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
            <tr key={row} aria-current={row === citedRow || undefined}>
              <th scope="row" ref={row === citedRow ? scrollIntoView : undefined}>
                {row}
              </th>
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
