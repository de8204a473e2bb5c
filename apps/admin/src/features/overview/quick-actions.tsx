import { Link } from '@homie/composition';
import { Button, Flex, IconFile, IconPlus, LinkButton } from '@homie/ui';
import type { ReactNode } from 'react';
import { productSection, type Section } from '../../sections';

/** Shortcuts into the sections. One whose section is not composed stays visible and disabled. */
export function QuickActions({ sections }: { sections: readonly Section[] }) {
  const assistants = productSection(sections, 'assistants');
  const participants = productSection(sections, 'participants');
  return (
    <Flex gap="3" flexWrap="wrap">
      <QuickAction to={assistants.remote && `${assistants.path}?create=assistant`}>
        <IconPlus size={18} />
        Create Assistant
      </QuickAction>
      <QuickAction to={participants.remote && `${participants.path}?create=participant`}>
        <IconPlus size={18} />
        Add Participant
      </QuickAction>
      {/* Reports have no screen in any environment. */}
      <QuickAction to={undefined}>
        <IconFile size={18} />
        View Reports
      </QuickAction>
    </Flex>
  );
}

function QuickAction({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) {
    return (
      <Button variant="outline" disabled>
        {children}
      </Button>
    );
  }
  return (
    <LinkButton asChild variant="outline">
      <Link to={to}>{children}</Link>
    </LinkButton>
  );
}
