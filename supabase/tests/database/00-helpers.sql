/*
 * Words for the stories. A story runs as the owner of the database until it says `tests.sign_in(…)`; from then on it is
 * what that person's request would be: role, claims and all, as the REST interface sets them.
 */
create schema tests;
grant usage on schema tests to anon, authenticated, service_role;

create function tests.as_owner()
returns void
language plpgsql
as $$
begin
  perform set_config('role', 'none', true);
  perform set_config('request.jwt.claim.sub', '', true);
  perform set_config('request.jwt.claim.role', '', true);
  perform set_config('request.jwt.claims', '', true);
end;
$$;

-- Both forms of the claims: one is read by the embedded backend, the other by a hosted project.
create function tests.as_request(request_role text, person uuid)
returns void
language plpgsql
as $$
begin
  perform set_config('role', 'none', true);
  perform set_config('request.jwt.claim.sub', coalesce(person::text, ''), true);
  perform set_config('request.jwt.claim.role', request_role, true);
  perform set_config(
    'request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('sub', person, 'role', request_role))::text, true
  );
  perform set_config('role', request_role, true);
end;
$$;

create function tests.sign_in(person text)
returns void
language plpgsql
as $$
declare
  person_id uuid;
begin
  perform tests.as_owner();
  select id into strict person_id from auth.users where email = person || '@tests.example';
  perform tests.as_request('authenticated', person_id);
end;
$$;

-- Signs in with a session, which only the storage requires: its policies run where no server checks sessions.
create function tests.sign_in_with_session(person text, aal text default 'aal1')
returns void
language plpgsql
as $$
declare
  session_id constant uuid := gen_random_uuid();
begin
  perform tests.as_owner();
  insert into auth.sessions (id, user_id) values (session_id, tests.id(person));
  perform tests.sign_in(person);
  perform set_config(
    'request.jwt.claims',
    (auth.jwt() || jsonb_build_object('session_id', session_id, 'aal', aal))::text, true
  );
end;
$$;

create function tests.as_visitor()
returns void
language sql
as $$
  select tests.as_request('anon', null);
$$;

create function tests.as_server()
returns void
language sql
as $$
  select tests.as_request('service_role', null);
$$;

/*
 * The id that a story gives to a thing by its name: `tests.id('conversation of ann')`.
 */
create function tests.id(name text)
returns uuid
language sql
immutable
as $$
  select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid;
$$;

create function tests.sign_up(person text, metadata jsonb default '{}', confirmed_at timestamptz default null)
returns void
language plpgsql
as $$
begin
  insert into auth.users (id, aud, role, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
  values (
    tests.id(person), 'authenticated', 'authenticated', person || '@tests.example', metadata, confirmed_at, now(), now()
  );
end;
$$;

create function tests.add_person(person text, role_name text)
returns void
language plpgsql
as $$
begin
  perform tests.sign_up(person, confirmed_at => now());
  update public.users
  set role_id = (select id from public.roles where name = role_name)
  where id = tests.id(person);
end;
$$;

create function tests.add_assistant(name text, participant text default null)
returns void
language sql
as $$
  insert into public.assistants (id, label, kind, openai_assistant_id, participant_id)
  values (
    tests.id(name), name, case when participant is null then 'org' else 'participant' end, 'asst_test',
    case when participant is not null then tests.id(participant) end
  );
$$;

create function tests.equal(actual anycompatible, expected anycompatible, what text)
returns void
language plpgsql
as $$
begin
  if actual is distinct from expected then
    raise exception '%: expected %, found %', what, coalesce(expected::text, 'null'), coalesce(actual::text, 'null');
  end if;
end;
$$;

/*
 * The same for two lists of lines. The message has only the lines that differ, as in a diff.
 */
create function tests.same_lines(actual text[], expected text[], what text)
returns void
language plpgsql
as $$
declare
  lines constant text := (
    select string_agg(coalesce('- ' || missing, '+ ' || added), e'\n' order by coalesce(missing, added), missing)
    from unnest(expected) as missing
    full join unnest(actual) as added on added = missing
    where missing is null or added is null
  );
begin
  if lines is not null then
    raise exception e'%:\n%', what, lines;
  end if;
end;
$$;

create function tests.holds(condition boolean, what text)
returns void
language plpgsql
as $$
begin
  if condition is not true then
    raise exception 'does not hold: %', what;
  end if;
end;
$$;

/*
 * What happens to a statement, as whoever is signed in: the number of rows that it returns or touches.
 */
create function tests.rows(statement text)
returns integer
language plpgsql
as $$
declare
  touched integer;
begin
  execute statement;
  get diagnostics touched = row_count;
  return touched;
end;
$$;

create function tests.succeeds(statement text, expected integer, what text)
returns void
language plpgsql
as $$
begin
  perform tests.equal(tests.rows(statement), expected, what);
end;
$$;

/*
 * The statement must fail, with this state and, if given, this sentence.
 */
create function tests.refused(statement text, state text, what text, sentence text default null)
returns void
language plpgsql
as $$
declare
  found_state text;
  found_sentence text;
begin
  begin
    execute statement;
  exception when others then
    get stacked diagnostics found_state = returned_sqlstate, found_sentence = message_text;
  end;
  if found_state is null then
    raise exception '% was not refused: %', what, statement;
  end if;
  perform tests.equal(found_state, state, what || ' (' || coalesce(found_sentence, '') || ')');
  if sentence is not null then
    perform tests.equal(found_sentence, sentence, what);
  end if;
end;
$$;

/*
 * The same, for what somebody has no privilege for or row-level security forbids.
 */
create function tests.forbidden(statement text, what text, sentence text default null)
returns void
language sql
as $$
  select tests.refused(statement, '42501', what, sentence);
$$;
