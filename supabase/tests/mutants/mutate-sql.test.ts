import { expect, test } from 'vitest';
import { dropChecks, dropConjuncts } from './mutate-sql.ts';

const drops = (condition: string) => dropConjuncts(condition).map(({ sql }) => sql);

test('each condition of a policy is replaced by true once', () => {
  expect(drops("((a = ' AND (') AND (b = 1) AND (EXISTS ( SELECT 1 WHERE (c AND d))))")).toEqual([
    'true AND (b = 1) AND (EXISTS ( SELECT 1 WHERE (c AND d)))',
    "(a = ' AND (') AND true AND (EXISTS ( SELECT 1 WHERE (c AND d)))",
    "(a = ' AND (') AND (b = 1) AND true",
  ]);
});

test('a policy with one condition, or with alternatives, becomes true as a whole', () => {
  expect(drops('( SELECT private.is_admin() AS is_admin)')).toEqual(['true']);
  expect(drops('((a = 1) OR ((b = 2) AND (c = 3)))')).toEqual(['true']);
});

test('a policy that is already true has no mutant', () => {
  expect(drops('true')).toEqual([]);
});

test('each check of a function is removed once', () => {
  const definition = `create function f() returns void as $$
begin
  perform private.require_admin();
  if new.title is null
    or new.title = '' then
    raise exception 'Title cannot be empty';
  end if;
  select * into found_row from t where id = f.id and user_id = f.user_id;
  if not found then
    return null;
  end if;
  if x then
    return 1;
  end if;
end;
$$`;
  expect(dropChecks(definition).map(({ title }) => title)).toEqual([
    'perform private.require_admin();',
    "if new.title is null or new.title = '' then",
    'if not found then',
    'user_id = f.user_id',
  ]);
  expect(dropChecks(definition)[3]?.sql).toBe(
    definition.replace('and user_id = f.user_id', 'and true'),
  );
});

test('a trigger that only raises an error is changed to let the change pass', () => {
  const definition = `create function f()
 RETURNS trigger
as $$ begin
  raise exception 'No.' using errcode = '42501';
end; $$`;
  expect(dropChecks(definition).map(({ sql }) => sql)).toEqual([
    definition.replace(/raise.*;/, 'return coalesce(new, old);'),
  ]);
});
