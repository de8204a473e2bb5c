import { Card, Center, Heading, Spacer, Text } from '@homie/ui';
import { useId, type ReactElement, type ReactNode } from 'react';

interface OverviewCardProps {
  title: string;
  /** What is there, in one sentence. */
  description: ReactNode;
  icon: ReactElement;
  /** Its link or button. */
  action: ReactElement;
  /** There is nothing behind it here. */
  closed?: boolean;
}

/** A card of the overview. One that is closed is drawn as the outline of one. */
export function OverviewCard({ title, description, icon, action, closed }: OverviewCardProps) {
  const titleId = useId();
  return (
    <Card
      aria-labelledby={titleId}
      display="flex"
      flexDirection="column"
      alignItems="flex-start"
      gap="3"
      {...(closed
        ? { bg: 'transparent', borderStyle: 'dashed', borderColor: 'border.default' }
        : {})}
    >
      <Center
        aria-hidden
        boxSize="10"
        borderRadius="md"
        bg={closed ? 'bg.muted' : 'brand.subtle'}
        color={closed ? 'fg.subtle' : 'brand.fg'}
      >
        {icon}
      </Center>
      <Heading as="h2" id={titleId} size="md" color={closed ? 'fg.muted' : 'fg.default'}>
        {title}
      </Heading>
      <Text tone="muted">{description}</Text>
      <Spacer />
      {action}
    </Card>
  );
}
