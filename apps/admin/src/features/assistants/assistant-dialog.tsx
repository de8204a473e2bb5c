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
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  details: 'Edit Assistant',
  model: 'Model',
  access: 'Manage Access',
  history: 'History',
};

/** Everything about one assistant: its fields, its model, who may use it, and what was changed. */
export function AssistantDialog({ id, tab, onTab, onClose }: AssistantDialogProps) {
  const query = useAssistant(id);
  const { data: assistant } = query;
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
        description={assistant?.label}
        onClose={guard.leave}
      >
        {!assistant && query.isError && <UnreadRecord noun="assistant" query={query} />}
        {!assistant && !query.isError && <SkeletonRows rows={6} label="Loading the assistant" />}
        {assistant && (
          <Tabs
            label="Assistant"
            active={active}
            onChange={onTab}
            tabs={[
              {
                id: 'details',
                label: 'Details',
                content: (
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
                content: (
                  <ModelPanel
                    assistantId={id}
                    onDirty={onDirty('model')}
                    onLeave={guard.leave}
                    onFinish={onFinish('model')}
                  />
                ),
              },
              { id: 'access', label: 'Access', content: <AccessPanel assistantId={id} /> },
              {
                id: 'history',
                label: 'History',
                content: <HistoryPanel kind="assistant" id={id} />,
              },
            ]}
          />
        )}
      </Dialog>
      {guard.question}
    </>
  );
}
