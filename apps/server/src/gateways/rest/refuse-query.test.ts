import { expect, test } from 'vitest';
import { refuseQuery } from './refuse-query.ts';

const refuse = (query: string) => refuseQuery(new URLSearchParams(query));

test.each([
  ['email=match.^(a*)(a*)b', "The operator 'match' is not offered"],
  ['email=not.imatch.x', "The operator 'imatch' is not offered"],
  ['email=eq(any).{a,b}', "The operator 'eq(any)' is not offered"],
  ['email=match(all).{a,b}', "The operator 'match(all)' is not offered"],
  ['email=fts(english).cat', "The operator 'fts(english)' is not offered"],
  ['email=wfts.cat', "The operator 'wfts' is not offered"],
  ['or=(id.eq.1,email.match.^a)', "The operator 'match' is not offered"],
  ['and=(id.eq.1,or(email.not.imatch.a,id.eq.2))', "The operator 'imatch' is not offered"],
  ['messages.or=(content.match.a)', "The operator 'match' is not offered"],
  ['not.or=(email.like(any).{a})', "The operator 'like(any)' is not offered"],
  ['select=body::text', 'Casts are not offered'],
  ['select=id,tags(name::text collate)', 'Casts are not offered'],
  ['select=a(b(c(d(id))))', "'select' is nested too deeply"],
  [`select=${'id,'.repeat(400)}`, "'select' is too long"],
  [`id=in.(${'0,'.repeat(2500)})`, "'id' is too long"],
  [`or=${'('.repeat(4)}id.eq.1${')'.repeat(4)}`, "'or' is nested too deeply"],
])('%s is refused', (query, reason) => {
  expect(refuse(query)).toBe(reason);
});

test.each([
  'select=id,email,role:roles!inner(name)&role.name=eq.admin&order=email&limit=20',
  'select=id,conversations(id,messages(id,attachments(name)))',
  'title=eq.match.day&title=ilike.*fts.*',
  'title=not.in.(a,b)&or=(title.eq."a.match.b",id.is.null)',
  'q=matches',
])('%s is allowed', (query) => {
  expect(refuse(query)).toBeUndefined();
});
