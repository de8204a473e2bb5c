import { useDocumentTitle } from '@homie/composition';
import type { AuditLog } from '@homie/contracts';
import { Box, LoadingState, Page, Center } from '@homie/ui';
import {
  lazyChart,
  NumberedPager,
  useDialogAddress,
  useListFailure,
  usePageInRange,
} from '@homie/widgets';
import { lazy, Suspense, type ReactNode } from 'react';
import { ExportButtons } from '../features/export/export-buttons';
import { ExportStatus } from '../features/export/export-status';
import { FilterPanel } from '../features/filters/filter-panel';
import { EntryTable } from '../features/table/entry-table';
import { NoEntries } from '../features/table/no-entries';
import { ResultsHead } from '../features/table/results-head';
import { SearchLine } from '../features/filters/search-line/search-line';
import { useAuditState } from '../state/use-audit-state';
import { VerifyButton } from '../features/verify/verify-button';
import { ViewsMenu } from '../features/views/views-menu';
import { AddressNotice } from './address-notice';
import { useEntryPage } from './use-entry-page';

/** Renders a frame instead of the table. */
function ResultsFrame({ children }: { children: ReactNode }) {
  return (
    <Center
      minHeight="80"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.subtle"
      borderRadius="lg"
    >
      {children}
    </Center>
  );
}

/** The number of page links shown. */
const PAGE_NUMBERS = 5;

const EntrySheet = lazy(async () => {
  const { EntrySheet: component } = await import('../features/entry/entry-sheet');
  return { default: component };
});

const Histogram = lazyChart(
  async () => (await import('../features/histogram/histogram')).Histogram,
);

/** /admin/audit: who did what, when, with which assistant. */
export function AuditScreen() {
  useDocumentTitle('Audit Logs');
  const control = useAuditState();
  const { state, filter, change } = control;
  const sheet = useDialogAddress(['entry']);
  const query = useEntryPage(filter);
  const failure = useListFailure(query, 'Failed to load audit logs');
  const setPage = (page: number) => change({ page });
  const { rows, total } = usePageInRange({ page: state.page, setPage }, query.data, state.pageSize);

  const open = ({ id }: Pick<AuditLog, 'id'>) => sheet.open({ entry: id });

  return (
    <Page
      title="Audit Logs"
      description="View and export system activity logs with advanced filtering"
      size="full"
      actions={
        <>
          <ViewsMenu control={control} />
          <VerifyButton control={control} onOpenEntry={(id) => open({ id })} />
          <ExportButtons control={control} total={total} />
        </>
      }
    >
      <AddressNotice issues={control.issues} />
      <Box mb="3">
        <SearchLine control={control} />
      </Box>
      <FilterPanel control={control} found={rows?.[0]}>
        <ResultsHead
          shown={
            query.data && {
              first: (query.data.page - 1) * state.pageSize + 1,
              last: (query.data.page - 1) * state.pageSize + query.data.rows.length,
              total: query.data.total,
            }
          }
          updating={query.isPlaceholderData}
          zone={state.zone}
          onZone={(zone) => change({ zone, page: state.page })}
          onRefresh={() => {
            control.renew();
            void query.refetch();
          }}
        />
      </FilterPanel>
      <ExportStatus />
      {/* Its height is reserved, and it is counted after the page has arrived. */}
      <Box height="16" mb="2">
        {rows !== undefined && (
          <Suspense>
            <Histogram control={control} />
          </Suspense>
        )}
      </Box>
      {rows === undefined && !failure ? (
        <ResultsFrame>
          <LoadingState label="Loading audit logs..." />
        </ResultsFrame>
      ) : (
        <EntryTable
          rows={rows}
          control={control}
          sort={{
            by: 'created_at',
            direction: state.sort === 'created_at_asc' ? 'ascending' : 'descending',
          }}
          onSort={({ direction }) =>
            change({ sort: direction === 'ascending' ? 'created_at_asc' : 'created_at_desc' })
          }
          updating={query.isPlaceholderData}
          failure={failure}
          onOpen={open}
          empty={<NoEntries control={control} />}
        />
      )}
      {rows !== undefined && total !== undefined && total > 0 && (
        <NumberedPager
          page={state.page}
          pageSize={state.pageSize}
          total={total}
          noun="results"
          numbers={PAGE_NUMBERS}
          onPage={setPage}
        />
      )}
      {sheet.parts.entry !== null && (
        <Suspense>
          <EntrySheet
            id={sheet.parts.entry}
            rows={rows}
            filter={filter}
            zone={state.zone}
            onOpen={(entry, turned) => {
              // Moves the page behind it too, in one history entry.
              if (turned === 0) sheet.change({ entry });
              else change({ page: state.page + turned }, { entry, replace: true });
            }}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </Page>
  );
}
