import type { User } from '@homie/contracts';
import { Dialog, SkeletonRows } from '@homie/ui';
import { Tabs } from '@homie/widgets';
import { HistoryPanel, UnreadRecord } from '../../records';
import { AccessPanel } from './access/access-panel';
import { useUser } from './api/user-queries';
import { SeesPanel } from './sees/sees-panel';

interface UserDialogProps {
  id: string;
  /** The user as the table shows them: what is read about them need not wait. */
  known: User | undefined;
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
export function UserDialog({ id, known, tab, onTab, onClose }: UserDialogProps) {
  const query = useUser(id);
  const user = query.data ?? known;
  const active = Object.hasOwn(titles, tab) ? tab : 'access';
  return (
    <Dialog open size="lg" title={titles[active]} description={user?.email} onClose={onClose}>
      {!query.data && query.isError ? (
        <UnreadRecord noun="user" query={query} />
      ) : (
        <Tabs
          label="User"
          active={active}
          onChange={onTab}
          pending={<SkeletonRows rows={6} label="Loading the user" />}
          tabs={[
            { id: 'access', label: 'Access', content: user && <AccessPanel userId={id} /> },
            {
              id: 'sees',
              label: 'What they see',
              content: user && <SeesPanel userId={id} role={user.role.name} />,
            },
            {
              id: 'history',
              label: 'History',
              content: user && <HistoryPanel kind="user" id={id} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
