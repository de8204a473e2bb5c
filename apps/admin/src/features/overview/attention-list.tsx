import { useQuery } from '@homie/api-client';
import { Link, useEnvironment } from '@homie/composition';
import type { AdminOverview } from '@homie/contracts';
import {
  Box,
  Center,
  Flex,
  Heading,
  IconChevronRight,
  IconSuccess,
  List,
  ListItem,
  Text,
  VisuallyHidden,
  VStack,
} from '@homie/ui';
import type { ReactNode } from 'react';
import { useAdminApi } from '../../data/admin-api';
import { productSection, type Section } from '../../sections/sections';
import { attentionItems, type AttentionItem } from './attention';
import { setupSteps, type SetupStep } from './setup-steps';

interface AttentionListProps {
  overview: AdminOverview;
  sections: readonly Section[];
}

/** Lists what needs attention, each with a link to the list where it is handled. */
export function AttentionList({ overview, sections }: AttentionListProps) {
  const { admin, api } = useAdminApi();
  const { data: models } = useQuery(admin.availableModelsQuery(api));
  const environment = useEnvironment();
  const items = attentionItems(overview, sections, models?.retiring.length);
  // As the card of the section, which shows how many there are.
  const assistants = useQuery({
    ...admin.assistantData.pageQuery(api, { page: 1 }),
    enabled: productSection(sections, 'assistants').remote !== undefined,
  });
  const steps = setupSteps(overview, environment, sections, assistants.data?.rows[0]?.id);
  if (items.length === 0 && steps.length === 0)
    return (
      <VStack flexGrow="1" justifyContent="center" gap="2" textAlign="center">
        <Center aria-hidden boxSize="12" borderRadius="full" bg="success.subtle" color="success.fg">
          <IconSuccess />
        </Center>
        <Text fontWeight="medium">All clear</Text>
        <Text size="sm" tone="muted" maxWidth="form" textWrap="balance">
          No one waits for approval, no reply failed or was reported, everyone has access, no
          assistant is near its budget or has a model that ends, and no document is due for review.
        </Text>
      </VStack>
    );
  return (
    <>
      {items.length > 0 && (
        <List css={listStyle}>
          {items.map((item) => (
            <ListItem key={item.id}>
              <Row item={item} />
            </ListItem>
          ))}
        </List>
      )}
      {steps.length > 0 && (
        <>
          <Heading as="h3" size="sm" mt={items.length > 0 ? '4' : '0'} mb="1">
            Set up your installation
          </Heading>
          <List css={listStyle}>
            {steps.map((step) => (
              <ListItem key={step.id}>
                <StepRow step={step} />
              </ListItem>
            ))}
          </List>
        </>
      )}
    </>
  );
}

function StepRow({ step: { text, hint, isDone, to } }: { step: SetupStep }) {
  const content: ReactNode = (
    <>
      <Center boxSize="6" flexShrink="0" color={isDone ? 'success.fg' : 'fg.subtle'} aria-hidden>
        {isDone ? <IconSuccess size={20} /> : <Box css={openStyle} />}
      </Center>
      <Box flexGrow="1">
        <Text as="span" tone={isDone ? 'muted' : 'default'}>
          {text}
        </Text>
        {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        {!isDone && hint && (
          <Text size="sm" tone="muted">
            {hint}
          </Text>
        )}
      </Box>
    </>
  );
  if (isDone || to === undefined) return <Flex css={rowStyle}>{content}</Flex>;
  return (
    <Flex asChild css={{ ...rowStyle, ...linkStyle }}>
      <Link to={to}>
        {content}
        <Box color="fg.subtle" flexShrink="0">
          <IconChevronRight size={18} />
        </Box>
      </Link>
    </Flex>
  );
}

function Row({ item: { count, text, to } }: { item: AttentionItem }) {
  const content: ReactNode = (
    <>
      <Text as="span" fontWeight="semibold" minWidth="6" textAlign="end">
        {count.toLocaleString('en-AU')}
      </Text>
      <Text as="span" flexGrow="1">
        {text}
      </Text>
    </>
  );
  if (to === undefined) return <Flex css={rowStyle}>{content}</Flex>;
  return (
    <Flex asChild css={{ ...rowStyle, ...linkStyle }}>
      <Link to={to}>
        {content}
        <Box color="fg.subtle" flexShrink="0">
          <IconChevronRight size={18} />
        </Box>
      </Link>
    </Flex>
  );
}

const openStyle = {
  boxSize: '4',
  borderRadius: 'full',
  borderWidth: '1.5px',
  borderColor: 'border.control',
} as const;

const listStyle = {
  '& > li + li': { borderTopWidth: '1px', borderColor: 'border.subtle' },
  fontVariantNumeric: 'tabular-nums',
} as const;

const rowStyle = {
  alignItems: 'center',
  gap: '3',
  minHeight: '11',
  paddingBlock: '1',
  overflowWrap: 'anywhere',
} as const;

const linkStyle = {
  color: 'fg.default',
  textDecoration: 'none',
  borderRadius: 'md',
  '@media (pointer: coarse)': { minHeight: '11' },
  _hover: { bg: 'bg.subtle', textDecoration: 'underline' },
} as const;
