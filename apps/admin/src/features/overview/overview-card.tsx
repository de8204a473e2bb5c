import { Card, Center, Flex, Heading, Spacer, Text, type Elements } from '@homie/ui';
import { useId, type ReactElement, type ReactNode } from 'react';

interface OverviewCardProps {
  title: string;
  /** A description of the card's target, in one sentence. */
  description: ReactNode;
  icon: ReactElement;
  /** Next to the icon. */
  figure?: Elements;
  /** Its link or button. */
  action: ReactElement;
  /** True if it has no target in this environment. */
  closed?: boolean;
}

/** Renders a card of the overview. A closed one is only outlined. */
export function OverviewCard({
  title,
  description,
  icon,
  figure,
  action,
  closed,
}: OverviewCardProps) {
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
      <Flex width="full" alignItems="center" justifyContent="space-between" gap="3">
        <Center
          aria-hidden
          boxSize="10"
          borderRadius="md"
          bg={closed ? 'bg.muted' : 'brand.subtle'}
          color={closed ? 'fg.subtle' : 'brand.fg'}
        >
          {icon}
        </Center>
        {figure}
      </Flex>
      <Heading as="h2" id={titleId} size="md" color={closed ? 'fg.muted' : 'fg.default'}>
        {title}
      </Heading>
      <Text tone="muted">{description}</Text>
      <Spacer />
      {action}
    </Card>
  );
}
