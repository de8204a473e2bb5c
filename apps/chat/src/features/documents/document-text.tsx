import { lazySourcesApi, useApi, useQuery, type DocumentPassage } from '@homie/api-client';
import { Box, Button, ErrorState, SkeletonRows, Stack, Text, VisuallyHidden } from '@homie/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { citedStyle } from '../../platform/cited-style';
import { scrollToCentre } from '../../platform/scroll-to-centre';
import { PassageTable } from './passage-table';
import { placeHeading } from './place-heading';
import { parseTableRows } from './table-rows';

/** Passages that are shown around the cited one, and that each button adds. */
const BEFORE = 3;
const AFTER = 6;
const MORE = 20;

interface DocumentTextProps {
  versionId: string;
  /** Position of the cited passage. */
  passage: number;
  /** Number of passages in the document. */
  passages: number;
}

/** The text of a document around a passage, which is highlighted and scrolled into view. */
export function DocumentText({ versionId, passage, passages }: DocumentTextProps) {
  const api = useApi();
  const [{ from, to }, setRange] = useState({ from: passage - BEFORE, to: passage + AFTER });
  const query = useQuery({
    queryKey: ['documents', versionId, from, to],
    queryFn: async () => (await lazySourcesApi()).listPassages(api, versionId, { from, to }),
    placeholderData: (shown: DocumentPassage[] | undefined) => shown,
  });
  const cited = useRef<HTMLElement>(null);
  const isLoaded = query.data !== undefined;
  useLayoutEffect(() => {
    if (isLoaded && cited.current) scrollToCentre(cited.current);
  }, [isLoaded]);

  if (!query.data)
    return query.isError ? (
      <ErrorState
        title="The text could not be loaded"
        description="Check your connection and try again."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonRows rows={6} label="Loading the text" />
    );
  return (
    <Stack gap="3" maxWidth="measure">
      {from > 1 && (
        <Button
          size="sm"
          variant="outline"
          busy={query.isPlaceholderData}
          onClick={() => setRange({ from: Math.max(1, from - MORE), to })}
        >
          Show earlier text
        </Button>
      )}
      {query.data.map((each, index) => {
        const heading = placeHeading(each.place, query.data[index - 1]?.place);
        const table = each.place?.row === undefined ? null : parseTableRows(each.content);
        const content = (
          // Within the mark, whose hidden words are in English.
          <Box whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
            {table === null ? each.content : <PassageTable {...table} />}
          </Box>
        );
        return (
          <Box key={each.position}>
            {heading !== null && (
              <Text size="sm" fontWeight="medium" tone="muted" mb="1" dir="auto">
                {heading}
              </Text>
            )}
            {each.position === passage ? (
              <Box asChild css={citedStyle}>
                <mark ref={cited}>
                  <VisuallyHidden>Cited passage: </VisuallyHidden>
                  {content}
                </mark>
              </Box>
            ) : (
              content
            )}
          </Box>
        );
      })}
      {to < passages && (
        <Button
          size="sm"
          variant="outline"
          busy={query.isPlaceholderData}
          onClick={() => setRange({ from, to: to + MORE })}
        >
          Show more text
        </Button>
      )}
    </Stack>
  );
}
