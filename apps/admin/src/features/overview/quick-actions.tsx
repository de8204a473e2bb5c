import { Link } from '@homie/composition';
import {
  Button,
  Card,
  Flex,
  Heading,
  IconFile,
  IconPlus,
  LinkButton,
  Stack,
  Text,
} from '@homie/ui';
import { useId, type ReactElement } from 'react';
import { productSection, type Section } from '../../sections/sections';

interface QuickActionsProps {
  sections: readonly Section[];
  /** The number of columns that the card spans, to fill the last row. */
  columns: number;
}

/** Renders shortcuts into the sections. A shortcut into a section that is not composed is disabled, with the reason. */
export function QuickActions({ sections, columns }: QuickActionsProps) {
  const titleId = useId();
  const assistants = productSection(sections, 'assistants');
  const participants = productSection(sections, 'participants');
  const reports = sections.find(({ id }) => id === 'reports');
  return (
    <Card aria-labelledby={titleId} bg="transparent" gridColumn={{ md: `span ${columns}` }}>
      <Heading as="h2" id={titleId} size="md" mb="4">
        Quick actions
      </Heading>
      <Stack gap="3" alignItems="flex-start">
        <QuickAction
          label="Create Assistant"
          icon={<IconPlus size={18} />}
          to={assistants.remote && `${assistants.path}?create=assistant`}
        />
        <QuickAction
          label="Add Participant"
          icon={<IconPlus size={18} />}
          to={participants.remote && `${participants.path}?create=participant`}
        />
        <QuickAction
          label="View Reports"
          icon={<IconFile size={18} />}
          to={reports?.remote && reports.path}
        />
      </Stack>
    </Card>
  );
}

interface QuickActionProps {
  label: string;
  icon: ReactElement;
  /** Undefined if this environment does not compose its screen. */
  to: string | undefined;
}

function QuickAction({ label, icon, to }: QuickActionProps) {
  const reasonId = useId();
  if (to === undefined) {
    return (
      <Flex gap="3" alignItems="center" flexWrap="wrap">
        <Button variant="outline" disabled aria-describedby={reasonId}>
          {icon}
          <span>{label}</span>
        </Button>
        <Text id={reasonId} size="sm" tone="muted">
          Not available yet
        </Text>
      </Flex>
    );
  }
  return (
    <LinkButton asChild variant="outline">
      <Link to={to}>
        {icon}
        <span>{label}</span>
      </Link>
    </LinkButton>
  );
}
