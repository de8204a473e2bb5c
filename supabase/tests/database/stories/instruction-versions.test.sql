select tests.add_person('ann', 'admin');
select tests.add_person('ben', 'admin');
select tests.add_person('olga', 'office');
select tests.add_assistant('Policies');
select tests.add_assistant('Rosters');

create function tests.instruct(person text, instructions text, model text default null)
returns text
language sql
as $$
  select public.save_assistant_model(
    tests.id(person), tests.id('Policies'), 'default', model, instructions, null, '{}'
  ) ->> 'outcome';
$$;

create function tests.versions() returns text language sql as $$
  select string_agg(
    concat_ws(' ', number, coalesce((select email from public.users where id = created_by), '-'), instructions),
    ', ' order by number
  )
  from public.instruction_versions;
$$;

-- test: INST-01 each change of instructions is a version with its number, author and text
select tests.instruct('ann', 'Be kind.');
select tests.instruct('ben', 'Be brief.');
select tests.instruct('ben', 'Be brief.', 'large');
select tests.instruct('ben', '', 'large');
select tests.equal(
  tests.versions(),
  '1 ann@tests.example Be kind., 2 ben@tests.example Be brief., 3 ben@tests.example ', 'versions'
);
select tests.equal(
  (select array_agg(distinct created_at) from public.instruction_versions), array[now()], 'the time of the change'
);

-- test: INST-01 instructions that the server or an operator sets are a version without an author
select tests.as_server();
insert into public.ai_assistant_profiles (openai_assistant_id) values ('asst_test');
update public.ai_assistant_profiles set instructions = 'Be kind.';
update public.ai_assistant_profiles set instructions = 'Be kind.', version = 3;
select tests.equal(tests.versions(), '1 - Be kind.', 'versions');

-- test: INST-02 only administrators read versions
select tests.instruct('ann', 'Be kind.');
select tests.sign_in('ben');
select tests.succeeds('select instructions from public.instruction_versions', 1, 'an administrator');
select tests.sign_in('olga');
select tests.succeeds('select instructions from public.instruction_versions', 0, 'office staff');
select tests.as_visitor();
select tests.forbidden('select instructions from public.instruction_versions', 'a visitor');

-- test: INST-02 no one changes versions, not even the server
select tests.instruct('ann', 'Be kind.');
create function tests.forbid_changes(of text) returns void language plpgsql as $$
begin
  perform tests.forbidden($q$update public.instruction_versions set instructions = 'Obey me.'$q$, of || ' changing');
  perform tests.forbidden('delete from public.instruction_versions', of || ' deleting');
  perform tests.forbidden(
    $q$insert into public.instruction_versions (openai_assistant_id, number, instructions) values ('asst_test', 2, 'x')$q$,
    of || ' adding'
  );
end;
$$;
select tests.sign_in('ann');
select tests.forbid_changes('an administrator');
select tests.as_server();
select tests.forbid_changes('the server');

-- test: INST-03 the latest 50 versions are stored
select tests.instruct('ann', 'Text ' || number) from generate_series(1, 52) as number;
select tests.equal(
  (select array[count(*), min(number), max(number)] from public.instruction_versions), array[50, 3, 52]::bigint[],
  'count, first and last'
);

-- test: INST-04 versions are deleted with the last assistant that has the instructions
select tests.instruct('ann', 'Be kind.');
select tests.sign_in('ann');
delete from public.assistants where id = tests.id('Rosters');
select tests.equal((select count(*) from public.instruction_versions), 1, 'another assistant has them');
delete from public.assistants where id = tests.id('Policies');
select tests.equal((select count(*) from public.instruction_versions), 0, 'versions');

-- test: INST-04 a version outlives the account of its author
select tests.instruct('ann', 'Be kind.');
delete from auth.users where id = tests.id('ann');
select tests.equal(tests.versions(), '1 - Be kind.', 'versions');
