import { useQuery, type DocumentReview } from '@homie/api-client';
import { Link, useDocumentTitle } from '@homie/composition';
import { Badge, EmptyState, Flex, IconFile, LinkButton, Page, Span, TextLink } from '@homie/ui';
import {
  DataTable,
  FilterBar,
  Pager,
  TypedFilter,
  useListFailure,
  usePageInRange,
  type Column,
  NameText,
} from '@homie/widgets';
import { useAdminApi } from '../../data/admin-api';
import { documentAddress, documentState } from '../../documents/document-address';
import { formatDay, isDue, today } from '../../documents/review';
import { ChosenFilter } from '../../lists/chosen-filter';
import type { ListPlan } from '../../lists/model/list-address';
import { useListAddress } from '../../lists/use-list-address';
import { personName } from '../../people/person-name';
import type { Section } from '../../sections/sections';

const REVIEWS = ['all', 'due'] as const;
const LABELS = { all: 'Any review date', due: 'Due for review' } as const;
const options = REVIEWS.map((value) => ({ value, label: LABELS[value] }));

/** The parameters of the list in the address. */
const plan: ListPlan<'q' | 'review'> = {
  filters: { q: '', review: REVIEWS },
  sorts: ['review_on'],
};

function columnsOf(
  sections: readonly Section[],
): [Column<DocumentReview>, ...Column<DocumentReview>[]] {
  return [
    {
      id: 'title',
      header: 'Title',
      cell: (document) => {
        const to = documentAddress(document, sections);
        if (to === undefined) return <NameText>{document.title}</NameText>;
        return (
          <TextLink asChild>
            <Link translate="no" to={to} state={documentState(document)}>
              {document.title}
            </Link>
          </TextLink>
        );
      },
      width: '32%',
    },
    {
      id: 'holder',
      header: 'Assistant or participant',
      cell: ({ assistants, participants }) => {
        const name = assistants?.label ?? participants?.display_name;
        return name && <NameText>{name}</NameText>;
      },
    },
    {
      id: 'owner',
      header: 'Owner',
      cell: ({ users }) =>
        users && (
          <Span title={users.email} translate="no">
            {personName(users)}
          </Span>
        ),
    },
    {
      id: 'review_on',
      header: 'Review by',
      cell: ({ review_on }) => (
        <Flex gap="2" alignItems="center">
          <Span>{formatDay(review_on)}</Span>
          {isDue({ review_on, archived: false }) && <Badge tone="warning">Due</Badge>}
        </Flex>
      ),
      width: '12rem',
    },
  ];
}

/** /admin/assistants/documents: the documents of all assistants and participants that have a review date. */
export function ReviewsScreen({ sections }: { sections: readonly Section[] }) {
  useDocumentTitle('Documents to review');
  const { admin, api } = useAdminApi();
  const list = useListAddress(plan);
  const { q, review } = list.filters;
  const query = useQuery(
    admin.reviewsQuery(api, { q, dueOn: review === 'due' ? today() : undefined, page: list.page }),
  );
  const failure = useListFailure(query, 'Failed to load documents');
  const pageSize = admin.REVIEW_PAGE_SIZE;
  const { rows, total } = usePageInRange(list, query.data, pageSize);
  return (
    <Page
      title="Documents to review"
      description="Documents with a review date, the earliest first. Archived documents are left out."
      actions={
        <LinkButton asChild variant="outline">
          <Link to="/admin">Back to overview</Link>
        </LinkButton>
      }
    >
      <FilterBar
        label="Filter documents"
        active={list.active}
        onClear={list.clear}
        found={total === undefined ? undefined : `${total} in total`}
        search={
          <TypedFilter
            label="Search by title"
            value={q}
            onType={(text) => list.type('q', text)}
            maxLength={120}
          />
        }
      >
        <ChosenFilter
          label="Review"
          options={options}
          value={review}
          onChange={(value) => list.choose('review', value)}
        />
      </FilterBar>
      <DataTable
        label="Documents"
        columns={columnsOf(sections)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        updating={query.isPlaceholderData}
        failure={failure}
        filtered={list.active > 0}
        onClearFilters={list.clear}
        empty={
          <EmptyState
            icon={<IconFile />}
            title="No documents with a review date"
            description="Set one in the details of a document of an assistant or a participant."
          />
        }
      />
      <Pager
        page={list.page}
        pageSize={pageSize}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun="documents"
        onPage={list.setPage}
      />
    </Page>
  );
}
