import { useAssistants } from '@homie/api-client';
import { ASSISTANT_LIST_MAX, ASSISTANT_SEARCH_MAX_LENGTH, type Assistant } from '@homie/contracts';
import {
  Box,
  EmptyState,
  ErrorState,
  IconOffline,
  SearchField,
  SkeletonRows,
  Stack,
  Text,
} from '@homie/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useFailureToast } from '../../platform/use-failure-toast';
import { AssistantOption } from './assistant-option';
import { groupAssistants } from './group-assistants';
import { NoAssistants } from './no-assistants';
import { useDebounced } from '@homie/widgets';

const SEARCH_AFTER_MS = 250;

interface AssistantPickerProps {
  chosenId: string | null;
  onChoose: (assistant: Assistant) => void;
  error: string | undefined;
}

/** A search field and the matching assistants, by kind; chosen with a click or with the arrow keys. */
export function AssistantPicker({ chosenId, onChoose, error }: AssistantPickerProps) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), SEARCH_AFTER_MS);
  const list = useAssistants({ q, limit: ASSISTANT_LIST_MAX });
  const name = useId();
  const errorId = useId();
  useFailureToast(list.errorUpdatedAt, list.isError, 'Failed to load assistants');
  const all = useAssistants({ limit: ASSISTANT_LIST_MAX });
  const chosen = all.data?.find(({ id }) => id === chosenId);
  const box = useRef<HTMLDivElement>(null);
  const isThere = list.data !== undefined && chosen !== undefined;
  useEffect(() => {
    if (isThere) box.current?.querySelector(':checked')?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  const groups = list.data ? groupAssistants(list.data, chosen) : [];

  return (
    <Stack gap="3">
      <SearchField
        label="Search assistants"
        value={text}
        onChange={setText}
        maxLength={ASSISTANT_SEARCH_MAX_LENGTH}
      />
      <Box
        ref={box}
        role="radiogroup"
        aria-label="Assistant"
        aria-required
        aria-describedby={error ? errorId : undefined}
        height="16rem"
        overflowY="auto"
        borderWidth="1px"
        borderColor={error ? 'danger.solid' : 'border.subtle'}
        borderRadius="md"
        padding="2"
      >
        {list.isPaused && list.data === undefined && (
          <EmptyState
            headingAs="h3"
            icon={<IconOffline />}
            title="You're offline"
            description="The assistants will load when you're back."
          />
        )}
        {list.isPending && !list.isPaused && <SkeletonRows rows={4} label="Loading assistants" />}
        {list.isError && (
          <ErrorState
            headingAs="h3"
            title="Assistants could not be loaded"
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.length === 0 &&
          (q === '' ? (
            <NoAssistants headingAs="h3" query={list} />
          ) : (
            <Text tone="muted" padding="4" textAlign="center">
              No assistants match your search.
            </Text>
          ))}
        {groups.map(({ id, heading, assistants }) => (
          <Box as="fieldset" key={id} minWidth="0" _notFirst={{ marginTop: '3' }}>
            <Text as="legend" size="sm" tone="subtle" paddingInline="3" paddingBottom="1">
              {heading}
            </Text>
            {assistants.map((assistant) => (
              <AssistantOption
                key={assistant.id}
                assistant={assistant}
                name={name}
                chosen={assistant.id === chosenId}
                onChoose={onChoose}
              />
            ))}
          </Box>
        ))}
      </Box>
      {error && (
        <Text id={errorId} role="alert" size="sm" tone="danger">
          {error}
        </Text>
      )}
    </Stack>
  );
}
