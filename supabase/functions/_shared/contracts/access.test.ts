import { expect, test } from 'vitest';
import { accessSummarySchema } from './access.ts';
import { ID, refusals } from './testing/refusals.ts';

test('DATA-15 the access summary has, per assistant, direct, role and resulting access', () => {
  const summary = {
    assistantId: ID,
    assistantLabel: 'House Rules',
    assistantKind: 'org',
    hasDirectAccess: false,
    hasRoleAccess: true,
    hasAccess: true,
  };
  expect(accessSummarySchema.parse(summary)).toEqual(summary);
  for (const name of Object.keys(summary)) {
    expect(refusals(accessSummarySchema, { ...summary, [name]: undefined })).toHaveLength(1);
  }
});
