import { Box, Button, Code, Flex, Heading, IconError, IconSuccess, Stack, Text } from '@homie/ui';
import type { ReactNode } from 'react';
import { labelledTime } from '../../time/clock';
import type { Zone } from '../../time/zone';
import {
  describeExtent,
  describeLimits,
  describeProblem,
  describeProof,
  hasEntry,
  describeOutcome,
  type Findings,
} from './model/describe-verification';

interface VerificationResultProps {
  findings: Findings;
  zone: Zone;
  onOpenEntry: (id: string) => void;
}

/** Renders the result of a verification: the verdict first, then its meaning. */
export function VerificationResult({ findings, zone, onOpenEntry }: VerificationResultProps) {
  const { problem, checkpoint } = findings;
  const entryId = problem && hasEntry(problem) ? problem.entryId : null;
  return (
    <Stack gap="5">
      <Flex
        gap="3"
        padding="4"
        borderRadius="lg"
        bg={problem ? 'danger.subtle' : 'success.subtle'}
        color={problem ? 'danger.fg' : 'success.fg'}
      >
        <Box aria-hidden flexShrink="0" paddingTop="0.5">
          {problem ? <IconError /> : <IconSuccess />}
        </Box>
        <Box minWidth="0">
          <Heading as="h3" size="sm">
            {describeOutcome(findings)}
          </Heading>
          <Text mt="1">{problem ? describeProblem(problem) : describeExtent(findings)}</Text>
          {problem && (
            <Text size="sm" mt="1">
              This is the first mismatch. Anything after it was not checked.
            </Text>
          )}
          {entryId !== null && (
            <Button size="sm" variant="outline" mt="3" onClick={() => onOpenEntry(entryId)}>
              Show the entry
            </Button>
          )}
        </Box>
      </Flex>
      {!problem && (
        <>
          <Points title="What this proves" points={describeProof(findings)} />
          <Points title="What it cannot prove" points={describeLimits(findings)} />
        </>
      )}
      {checkpoint && (
        <Facts
          title="Last checkpoint"
          facts={[
            ['Made', labelledTime(new Date(checkpoint.madeAt), zone)],
            ['Up to entry', checkpoint.seq.toLocaleString('en-AU')],
            ['Key', <Code key="id">{checkpoint.keyId}</Code>],
          ]}
        />
      )}
    </Stack>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Box as="section">
      <Heading as="h3" size="sm" mb="1.5">
        {title}
      </Heading>
      <Box as="ul" paddingInlineStart="5" listStyleType="disc">
        {points.map((point) => (
          <Text key={point} as="li" mb="1">
            {point}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly [string, ReactNode][] }) {
  return (
    <Box as="section">
      <Heading as="h3" size="sm" mb="1.5">
        {title}
      </Heading>
      <Box as="dl" display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1">
        {facts.map(([name, value]) => (
          <Box key={name} display="contents">
            <Text as="dt" tone="muted">
              {name}
            </Text>
            <Text as="dd">{value}</Text>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
