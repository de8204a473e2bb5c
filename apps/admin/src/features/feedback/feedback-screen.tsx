import { useQuery, type AdminApi, type Api, type QueryClient } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import type { ReviewedFeedback } from '@homie/contracts';
import { Badge, EmptyState, IconMessage, Page } from '@homie/ui';
import {
  DataTable,
  feedbackReasonLabel,
  Pager,
  TimeText,
  useDialogAddress,
  useListFailure,
  useNow,
  usePageInRange,
  type Column,
  NameText,
} from '@homie/widgets';
import { lazy, Suspense } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { readListAddress, type ListAddress } from '../../lists/model/list-address';
import { useListAddress } from '../../lists/use-list-address';
import { feedbackPlan, type FeedbackFilter } from './feedback-address';
import { FeedbackFilters } from './feedback-filters';
import { FeedbackTrends } from './feedback-trends';
import { RatingBadge } from './rating-badge';

const loadDialog = async () => ({ default: (await import('./feedback-dialog')).FeedbackDialog });
const FeedbackDialog = lazy(loadDialog);

const DIALOGS = ['open'] as const;

const nameOf = ({ user_name, user_email }: ReviewedFeedback) => user_name ?? user_email;

const reasonOf = ({ reason }: ReviewedFeedback) =>
  reason === null ? null : feedbackReasonLabel(reason);

function columnsAt(now: Date): [Column<ReviewedFeedback>, ...Column<ReviewedFeedback>[]] {
  return [
    {
      id: 'user',
      header: 'User',
      cell: (row) => (
        <span translate="no" title={row.user_email}>
          {nameOf(row)}
        </span>
      ),
      width: '16%',
    },
    {
      id: 'rating',
      header: 'Rating',
      cell: ({ rating }) => <RatingBadge rating={rating} />,
      width: '8.5rem',
    },
    { id: 'reason', header: 'Reason', cell: reasonOf, width: '14%' },
    {
      id: 'comment',
      header: 'Comment',
      cell: ({ comment }) => comment && <NameText>{comment}</NameText>,
    },
    {
      id: 'assistant',
      header: 'Assistant',
      cell: (row) => <NameText>{row.assistant_label}</NameText>,
      width: '16%',
    },
    {
      id: 'given',
      header: 'Given',
      cell: ({ updated_at }) => <TimeText moment={updated_at} now={now} />,
      width: '7.5rem',
    },
    {
      id: 'state',
      header: 'State',
      cell: ({ reviewed_at }) =>
        reviewed_at === null ? <Badge tone="brand">New</Badge> : <Badge>Reviewed</Badge>,
      width: '7rem',
    },
  ];
}

function feedbackQuery(
  admin: AdminApi,
  api: Api,
  { filters: { q, assistant, reason, state }, page }: ListAddress<FeedbackFilter>,
) {
  return admin.feedbackPageQuery(api, {
    q,
    assistantId: assistant,
    reason: reason === 'all' ? '' : reason,
    state: state === 'all' ? '' : state,
    page,
  });
}

/** /admin/feedback: the feedback of users on replies, for review, and how it develops. */
export function FeedbackScreen() {
  useDocumentTitle('Feedback');
  const { admin, api } = useAdminApi();
  const now = useNow();
  const list = useListAddress(feedbackPlan);
  const dialog = useDialogAddress(DIALOGS);
  const query = useQuery(feedbackQuery(admin, api, list));
  const failure = useListFailure(query, 'Failed to load feedback');
  const pageSize = admin.FEEDBACK_PAGE_SIZE;
  const { rows, total } = usePageInRange(list, query.data, pageSize);
  return (
    <Page
      title="Feedback"
      description="What users think of replies. Reported problems are first until they are reviewed."
    >
      <FeedbackFilters list={list} total={total} />
      <DataTable
        label="Feedback"
        columns={columnsAt(now)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(row) => `${reasonOf(row) ?? 'Helpful'}, ${nameOf(row)}`}
        onOpen={({ id }) => dialog.open({ open: id })}
        updating={query.isPlaceholderData}
        failure={failure}
        filtered={list.active > 0}
        onClearFilters={list.clear}
        empty={
          <EmptyState
            icon={<IconMessage />}
            title="No feedback yet"
            description="When users rate a reply or report a problem, it appears here."
          />
        }
      />
      <Pager
        page={list.page}
        pageSize={pageSize}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun="ratings"
        onPage={list.setPage}
      />
      <FeedbackTrends />
      <Suspense>
        {dialog.parts.open && rows !== undefined && (
          <FeedbackDialog
            key={dialog.parts.open}
            feedback={rows.find(({ id }) => id === dialog.parts.open)}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </Page>
  );
}
FeedbackScreen.prefetch = (client: QueryClient, admin: AdminApi, api: Api) => {
  const first = readListAddress(feedbackPlan);
  return client.prefetchQuery(feedbackQuery(admin, api, first));
};
