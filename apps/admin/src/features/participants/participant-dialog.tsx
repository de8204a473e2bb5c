import type { Participant } from '@homie/contracts';
import { Dialog, SkeletonRows } from '@homie/ui';
import { Tabs, useLeaveGuard } from '@homie/widgets';
import { HistoryPanel, UnreadRecord, Viewers } from '../../records';
import { useParticipant } from './api/participant-queries';
import { EditForm } from './form/edit-form';

interface ParticipantDialogProps {
  id: string;
  /** The participant as the table shows them: only the form waits for the version that is there now. */
  known: Participant | undefined;
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  details: 'Edit participant',
  access: 'Who can see this?',
  history: 'History',
};

/** Everything about one participant: the fields, who can see them, and what was changed. */
export function ParticipantDialog({ id, known, tab, onTab, onClose }: ParticipantDialogProps) {
  const query = useParticipant(id);
  const { data: participant } = query;
  const shown = participant ?? known;
  const guard = useLeaveGuard(onClose);
  const active = Object.hasOwn(titles, tab) ? tab : 'details';
  return (
    <>
      <Dialog
        open
        size="lg"
        title={titles[active]}
        description={shown?.display_name}
        onClose={guard.leave}
      >
        {!participant && query.isError ? (
          <UnreadRecord noun="participant" query={query} />
        ) : (
          <Tabs
            label="Participant"
            active={active}
            onChange={onTab}
            pending={<SkeletonRows rows={5} label="Loading the participant" />}
            tabs={[
              {
                id: 'details',
                label: 'Details',
                content: participant && (
                  <EditForm
                    participant={participant}
                    onDirty={guard.setDirty}
                    onLeave={guard.leave}
                    onFinish={guard.finish}
                  />
                ),
              },
              {
                id: 'access',
                label: 'Access',
                content: shown && <Viewers kind="participant" id={id} />,
              },
              {
                id: 'history',
                label: 'History',
                content: shown && <HistoryPanel kind="participant" id={id} />,
              },
            ]}
          />
        )}
      </Dialog>
      {guard.question}
    </>
  );
}
