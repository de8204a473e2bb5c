import { expect, test } from 'vitest';
import { accessSummarySchema, summariseAccess } from './access.ts';
import { ID, OTHER_ID } from './testing/refusals.ts';

const THIRD_ID = 'd1a2b3c4-d5e6-4789-8abc-def012345678';
const FOURTH_ID = 'e1a2b3c4-d5e6-4789-8abc-def012345678';

test('DATA-15 the access summary has, per assistant, direct, role and resulting access', () => {
  const assistants = [ID, OTHER_ID, THIRD_ID, FOURTH_ID].map((id, index) => ({
    id,
    label: `Assistant ${index}`,
    kind: 'org' as const,
  }));

  const summary = summariseAccess({
    assistants,
    directAssistantIds: [OTHER_ID, FOURTH_ID],
    roleAssistantIds: [THIRD_ID, FOURTH_ID],
  });

  expect(summary[0]).toEqual({
    assistantId: ID,
    assistantLabel: 'Assistant 0',
    assistantKind: 'org',
    hasDirectAccess: false,
    hasRoleAccess: false,
    hasAccess: false,
  });
  expect(
    summary.map(({ hasDirectAccess, hasRoleAccess, hasAccess }) => [
      hasDirectAccess,
      hasRoleAccess,
      hasAccess,
    ]),
  ).toEqual([
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
  ]);
  for (const entry of summary) expect(accessSummarySchema.parse(entry)).toEqual(entry);
});
