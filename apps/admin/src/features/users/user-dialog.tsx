import { Dialog, SkeletonRows } from '@homie/ui';
import { Tabs } from '@homie/widgets';
import { HistoryPanel, UnreadRecord } from '../../records';
import { AccessPanel } from './access/access-panel';
import { useUser } from './api/user-queries';
import { SeesPanel } from './sees/sees-panel';

interface UserDialogProps {
  id: string;
  tab: string;
  onTab: (tab: string) => void;
  onClose: () => void;
}

const titles: Readonly<Record<string, string>> = {
  access: 'Assistant Access',
  sees: 'What can this person see?',
  history: 'History',
};

/** Everything about one user: the access to assistants, what they see in the end, and what was changed. */
export function UserDialog({ id, tab, onTab, onClose }: UserDialogProps) {
  const query = useUser(id);
  const { data: user } = query;
  const active = Object.hasOwn(titles, tab) ? tab : 'access';
  return (
    <Dialog open size="lg" title={titles[active]} description={user?.email} onClose={onClose}>
      {!user && query.isError && <UnreadRecord noun="user" query={query} />}
      {!user && !query.isError && <SkeletonRows rows={6} label="Loading the user" />}
      {user && (
        <Tabs
          label="User"
          active={active}
          onChange={onTab}
          tabs={[
            { id: 'access', label: 'Access', content: <AccessPanel userId={id} /> },
            {
              id: 'sees',
              label: 'What they see',
              content: <SeesPanel userId={id} role={user.role.name} />,
            },
            { id: 'history', label: 'History', content: <HistoryPanel kind="user" id={id} /> },
          ]}
        />
      )}
    </Dialog>
  );
}
