import { expect, test } from 'vitest';
import { webScope } from './web-scope.ts';

const assistant = { web_research_enabled: true, use_org_domains: false, web_domains: ['A.org'] };
const nothing = { enabled: false, domains: [] };

test('an assistant searches the organisation’s sites or its own, never both', () => {
  expect(webScope(assistant, ['org.test'])).toEqual({ enabled: true, domains: ['a.org'] });
  expect(webScope({ ...assistant, use_org_domains: true }, ['org.test'])).toEqual({
    enabled: true,
    domains: ['org.test'],
  });
});

test('an assistant without the permission or without sites searches nothing', () => {
  expect(webScope({ ...assistant, web_research_enabled: false }, ['org.test'])).toEqual(nothing);
  expect(webScope({ ...assistant, use_org_domains: true }, [])).toEqual(nothing);
  expect(webScope({ ...assistant, web_domains: ['com', '127.0.0.1'] }, ['org.test'])).toEqual(
    nothing,
  );
});
