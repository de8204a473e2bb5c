import { Link, usePreloadRemote } from '@homie/composition';
import { Button, LinkButton } from '@homie/ui';
import type { ReactElement } from 'react';
import type { Section } from '../../sections';
import { OverviewCard } from './overview-card';

interface SectionCardProps {
  section: Section;
  title: string;
  /** What the section is for, in one sentence. */
  description: string;
  /** The text of the link into it. */
  link: string;
  icon: ReactElement;
}

/** A section on the overview. One that this environment does not compose is disabled and says so. */
export function SectionCard({ section, title, description, link, icon }: SectionCardProps) {
  const preload = usePreloadRemote();
  const { remote } = section;
  if (remote === undefined) {
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
  const load = () => preload(remote);
  return (
    <OverviewCard
      {...{ title, description, icon }}
      action={
        <LinkButton asChild variant="outline" size="sm">
          <Link to={section.path} onMouseEnter={load} onFocus={load}>
            {link}
          </Link>
        </LinkButton>
      }
    />
  );
}
