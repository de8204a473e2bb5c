import { useQuery } from '@homie/api-client';
import { ASSISTANT_SEARCH_MAX_LENGTH, type Assistant } from '@homie/contracts';
import { Box, VisuallyHidden } from '@homie/ui';
import { feedbackReasonLabel, FilterBar, TypedFilter } from '@homie/widgets';
import { Combobox } from '@homie/widgets/combobox';
import { useId } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { ChosenFilter } from '../../lists/chosen-filter';
import type { ListControl } from '../../lists/use-list-address';
import { REASONS, STATES, type FeedbackFilter } from './feedback-address';

const REASON_LABELS: Readonly<Record<string, string>> = {
  all: 'All reasons',
  problem: 'Problem reported',
  not_helpful: 'Not helpful',
  helpful: 'Helpful',
};

const reasonOptions = REASONS.map((value) => ({
  value,
  label: REASON_LABELS[value] ?? feedbackReasonLabel(value),
}));

const STATE_LABELS = { all: 'All states', new: 'New', reviewed: 'Reviewed' } as const;
const stateOptions = STATES.map((value) => ({ value, label: STATE_LABELS[value] }));

/** The filters of the list of feedback. */
export function FeedbackFilters({
  list,
  total,
}: {
  list: ListControl<FeedbackFilter>;
  total: number | undefined;
}) {
  const { q, assistant, reason, state } = list.filters;
  return (
    <FilterBar
      label="Filter feedback"
      active={list.active}
      onClear={list.clear}
      found={total === undefined ? undefined : `${total} in total`}
      search={
        <TypedFilter
          label="Search by comment, name or email"
          value={q}
          onType={(text) => list.type('q', text)}
          maxLength={120}
        />
      }
    >
      <AssistantFilter id={assistant} onChange={(id) => list.choose('assistant', id)} />
      <ChosenFilter
        label="Reason"
        options={reasonOptions}
        value={reason}
        onChange={(value) => list.choose('reason', value)}
      />
      <ChosenFilter
        label="State"
        options={stateOptions}
        value={state}
        onChange={(value) => list.choose('state', value)}
      />
    </FilterBar>
  );
}

interface AssistantFilterProps {
  /** Empty for all assistants. */
  id: string;
  onChange: (id: string) => void;
}

function AssistantFilter({ id, onChange }: AssistantFilterProps) {
  const { admin, api } = useAdminApi();
  const controlId = useId();
  const chosen = useQuery({ ...admin.assistantData.recordQuery(api, id), enabled: id !== '' });
  const control = {
    id: controlId,
    'aria-describedby': undefined,
    'aria-invalid': undefined,
    'aria-required': undefined,
  };
  return (
    <Box width={{ base: 'full', sm: '14rem' }}>
      <VisuallyHidden asChild>
        <label htmlFor={controlId}>Assistant</label>
      </VisuallyHidden>
      <Combobox<Assistant>
        control={control}
        placeholder="All assistants"
        maxLength={ASSISTANT_SEARCH_MAX_LENGTH}
        chosen={id === '' ? '' : (chosen.data?.label ?? id)}
        search={async (q, signal) =>
          (await admin.listAssistantPage(api, { q, page: 1 }, signal)).rows
        }
        describe={({ id: key, label }) => ({ key, text: label })}
        onChoose={(assistant) => onChange(assistant.id)}
        onClear={() => onChange('')}
        emptyText="No assistant has this label"
      />
    </Box>
  );
}
