import { Link } from '@homie/composition';
import { Button, LinkButton, Text } from '@homie/ui';
import { useIntent } from '@homie/widgets';
import type { ReactElement } from 'react';
import type { Section } from '../../sections/sections';
import { usePrefetchSection } from '../../sections/use-prefetch-section';
import { OverviewCard } from './overview-card';

interface SectionCardProps {
  section: Section;
  title: string;
  /** The purpose of the section, in one sentence. */
  description: string;
  /** The text of the link into it. */
  link: string;
  icon: ReactElement;
  /** The number of records; the count is undefined until it is known. */
  total?: { count: number | undefined; one: string; many: string };
}

/** Renders a section on the overview. One that this environment does not compose is disabled, with the reason. */
export function SectionCard({ section, title, description, link, icon, total }: SectionCardProps) {
  const prefetch = usePrefetchSection();
  const intent = useIntent(() => prefetch(section));
  if (section.remote === undefined) {
    return (
      <OverviewCard
        closed
        {...{ title, description, icon }}
        action={
          <Button variant="outline" size="sm" disabled>
            Coming Soon
          </Button>
        }
      />
    );
  }
  const count = total?.count;
  return (
    <OverviewCard
      {...{ title, description, icon }}
      figure={
        count !== undefined && (
          <Text size="sm" tone="muted">
            {`${count.toLocaleString('en-AU')} ${count === 1 ? total?.one : total?.many}`}
          </Text>
        )
      }
      action={
        <LinkButton asChild variant="outline" size="sm">
          <Link to={section.path} {...intent}>
            {link}
          </Link>
        </LinkButton>
      }
    />
  );
}
