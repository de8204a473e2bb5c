import { Link } from '@homie/composition';
import { Button, Card, Center, Heading, LinkButton, Spacer, Text } from '@homie/ui';
import { useId, type ReactElement } from 'react';
import type { Section } from '../../sections';

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
  const titleId = useId();
  const open = section.remote !== undefined;
  return (
    <Card
      aria-labelledby={titleId}
      display="flex"
      flexDirection="column"
      alignItems="flex-start"
      gap="3"
      {...(open ? {} : { bg: 'transparent', borderStyle: 'dashed', borderColor: 'border.default' })}
    >
      <Center
        aria-hidden
        boxSize="10"
        borderRadius="md"
        bg={open ? 'brand.subtle' : 'bg.muted'}
        color={open ? 'brand.fg' : 'fg.subtle'}
      >
        {icon}
      </Center>
      <Heading as="h2" id={titleId} size="md" color={open ? 'fg.default' : 'fg.muted'}>
        {title}
      </Heading>
      <Text tone="muted">{description}</Text>
      <Spacer />
      {open ? (
        <LinkButton asChild variant="outline" size="sm">
          <Link to={section.path}>{link}</Link>
        </LinkButton>
      ) : (
        <Button variant="outline" size="sm" disabled>
          Coming Soon
        </Button>
      )}
    </Card>
  );
}
