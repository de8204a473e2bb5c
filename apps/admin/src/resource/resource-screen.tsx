import {
  useQuery,
  type AdminApi,
  type Api,
  type PageSearch,
  type QueryClient,
} from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useDocumentTitle, useLocation, useNavigate } from '@homie/composition';
import { Button, EmptyState, IconChevronRight, IconPlus, Page } from '@homie/ui';
import {
  DataTable,
  FilterBar,
  Pager,
  TypedFilter,
  useDialogAddress,
  useListFailure,
  useNow,
  usePageInRange,
  type Column,
} from '@homie/widgets';
import { lazy, Suspense } from 'react';
import { useAdminApi } from '../data/admin-api';
import { RecentImports } from '../imports/recent-imports';
import { ChosenFilter } from '../lists/chosen-filter';
import { useListAddress } from '../lists/use-list-address';
import { readListAddress, type ListAddress, type ListPlan } from '../lists/model/list-address';
import type { SectionScreen } from '../sections/section-screens';
import { useWhenIdle } from './use-when-idle';
import { createRecordScreen } from './record-screen';
import { recordActions } from './record-actions';
import type { ResourceOptions } from './resource-options';
import { capitalise, IMPORT, type ResourceRecord } from './resource';

/** The parameters of the address that belong to a resource. */
interface ResourceAddress {
  plan: ListPlan<string>;
  dialogs: readonly string[];
}

/** Makes the screen of a resource: a list whose filters, order, page and dialogs are in the address. */
export function createResourceScreen<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Input,
>(
  options: ResourceOptions<Row, Found, Search, Input>,
  { plan, dialogs }: ResourceAddress,
): SectionScreen {
  const { name, filters, pageSize, createLabel } = options;
  const { search, choices = [] } = filters;
  const [firstColumn, ...otherColumns] = options.columns;
  const loadDialogs = async () => ({ default: await options.dialogs() });
  const Dialogs = lazy(loadDialogs);

  function toSearch({ filters: values, sort, page }: ListAddress<string>): Search {
    return { ...values, order: sort, page } as unknown as Search; // the plan accepts nothing else
  }

  function ListScreen() {
    useDocumentTitle(options.documentTitle ?? options.title);
    useWhenIdle(loadDialogs);
    const { admin, api } = useAdminApi();
    const now = useNow();
    const ownId = useSession()?.user.id ?? '';
    const list = useListAddress(plan);
    const dialog = useDialogAddress(dialogs);
    const navigate = useNavigate();
    const { pathname } = useLocation();
    const query = useQuery(options.api(admin).pageQuery(api, toSearch(list)));
    const failure = useListFailure(query, `Failed to load ${name.many}`);
    const { rows, total } = usePageInRange(list, query.data, pageSize);
    const create = createLabel !== undefined && (
      <Button onClick={() => dialog.open({ create: name.one })}>
        <IconPlus size={18} />
        <span>{createLabel}</span>
      </Button>
    );
    const toColumn = ({ cell, ...column }: typeof firstColumn): Column<Row> => ({
      ...column,
      cell: (row) => cell(row, now),
    });

    return (
      <Page
        title={options.title}
        description={options.description}
        actions={
          <>
            {options.canImport && (
              <Button variant="outline" onClick={() => dialog.open({ create: IMPORT })}>
                Import
              </Button>
            )}
            {create}
          </>
        }
      >
        <FilterBar
          label={`Filter ${name.many}`}
          active={list.active}
          onClear={list.clear}
          found={total === undefined ? undefined : `${total} ${total === 1 ? name.one : name.many}`}
          search={
            <TypedFilter
              label={search.label}
              value={list.filters['q'] ?? ''}
              onType={(text) => list.type('q', text)}
              maxLength={search.maxLength}
            />
          }
        >
          {choices.map((choice) => (
            <ChosenFilter
              key={choice.name}
              label={choice.label}
              options={choice.options}
              value={list.filters[choice.name] ?? ''}
              onChange={(value) => list.choose(choice.name, value)}
            />
          ))}
        </FilterBar>
        {options.canImport && (
          <RecentImports noun={name.one} invalidate={options.api(admin).invalidate} />
        )}
        <DataTable
          label={capitalise(name.many)}
          columns={[toColumn(firstColumn), ...otherColumns.map(toColumn)]}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={options.recordName}
          sort={list.sort}
          onSort={list.setSort}
          onOpen={({ id }) => dialog.open({ open: id })}
          actions={(row) => {
            const items = recordActions(options.menu, row, ownId, dialog.open);
            if (!options.page) return items;
            const firstDanger = items.findIndex(({ danger }) => danger);
            return items.toSpliced(firstDanger === -1 ? items.length : firstDanger, 0, {
              id: 'page',
              label: 'Open page',
              icon: <IconChevronRight size={18} />,
              onSelect: () => void navigate(`${pathname.replace(/\/+$/, '')}/${row.id}`),
            });
          }}
          updating={query.isPlaceholderData}
          failure={failure}
          filtered={list.active > 0}
          onClearFilters={list.clear}
          empty={<EmptyState {...options.empty} action={create || undefined} />}
        />
        <Pager
          page={list.page}
          pageSize={pageSize}
          shown={rows?.length ?? 0}
          total={total ?? 0}
          noun={name.many}
          onPage={list.setPage}
        />
        <Suspense>{dialog.isOpen && <Dialogs address={dialog} listed={rows} />}</Suspense>
      </Page>
    );
  }

  const RecordScreen = options.page && createRecordScreen(options, options.page, dialogs, Dialogs);

  function ResourceScreen() {
    const [, , , id = ''] = useLocation().pathname.split('/');
    return RecordScreen && id !== '' ? <RecordScreen key={id} id={id} /> : <ListScreen />;
  }
  ResourceScreen.prefetch = (client: QueryClient, admin: AdminApi, api: Api) => {
    const first = toSearch(readListAddress(plan));
    return client.prefetchQuery(options.api(admin).pageQuery(api, first));
  };
  return ResourceScreen;
}
