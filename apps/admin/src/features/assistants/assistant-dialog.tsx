import type { Assistant } from '@homie/contracts';
import { Dialog, SkeletonRows } from '@homie/ui';
import { Tabs, useLeaveGuard } from '@homie/widgets';
import { useState } from 'react';
import { AccessPanel } from './access/access-panel';
import { useAssistant } from './api/assistant-queries';
import { EditForm } from './form/edit-form';
import { ModelPanel } from './form/model-panel';
import { HistoryPanel, UnreadRecord } from '../../records';

interface AssistantDialogProps {
  id: string;
  /** The assistant as the table shows it: only the forms wait for the version that is there now. */
  known: Assistant | undefined;
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  details: 'Edit assistant',
  model: 'Model',
  access: 'Manage Access',
  history: 'History',
};

/** Everything about one assistant: its fields, its model, who may use it, and what was changed. */
export function AssistantDialog({ id, known, tab, onTab, onClose }: AssistantDialogProps) {
  const query = useAssistant(id);
  const { data: assistant } = query;
  const shown = assistant ?? known;
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, boolean>>>({});
  const guard = useLeaveGuard(onClose);
  const active = Object.hasOwn(titles, tab) ? tab : 'details';

  const onDirty = (form: string) => (isDirty: boolean) => {
    const next = { ...unsaved, [form]: isDirty };
    setUnsaved(next);
    guard.setDirty(Object.values(next).includes(true));
  };
  // One form is saved; what another one holds is not.
  const onFinish = (form: string) => () => {
    const others = Object.entries(unsaved).filter(([name]) => name !== form);
    return others.some(([, isDirty]) => isDirty) ? guard.leave() : guard.finish();
  };

  return (
    <>
      <Dialog
        open
        size="lg"
        title={titles[active]}
        description={shown?.label}
        onClose={guard.leave}
      >
        {!assistant && query.isError ? (
          <UnreadRecord noun="assistant" query={query} />
        ) : (
          <Tabs
            label="Assistant"
            active={active}
            onChange={onTab}
            pending={<SkeletonRows rows={6} label="Loading the assistant" />}
            tabs={[
              {
                id: 'details',
                label: 'Details',
                content: assistant && (
                  <EditForm
                    assistant={assistant}
                    onDirty={onDirty('details')}
                    onLeave={guard.leave}
                    onFinish={onFinish('details')}
                  />
                ),
              },
              {
                id: 'model',
                label: 'Model',
                content: assistant && (
                  <ModelPanel
                    assistantId={id}
                    onDirty={onDirty('model')}
                    onLeave={guard.leave}
                    onFinish={onFinish('model')}
                  />
                ),
              },
              { id: 'access', label: 'Access', content: shown && <AccessPanel assistantId={id} /> },
              {
                id: 'history',
                label: 'History',
                content: shown && <HistoryPanel kind="assistant" id={id} />,
              },
            ]}
          />
        )}
      </Dialog>
      {guard.question}
    </>
  );
}
