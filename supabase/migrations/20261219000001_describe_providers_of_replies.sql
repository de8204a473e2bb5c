-- A limit of input tokens and a second connection per assistant; where a reply was written.

alter table public.ai_assistant_profiles
  add column max_input_tokens integer,
  add column fallback text,
  drop constraint ai_assistant_profiles_provider_known,
  add constraint ai_assistant_profiles_provider_valid check (provider ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  add constraint ai_assistant_profiles_fallback_valid check (fallback ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  add constraint ai_assistant_profiles_max_input_tokens_limit check (max_input_tokens between 1000 and 2000000);

alter table public.turns
  add column region text,
  add column deployment text;

comment on column public.turns.region is 'The region of the connection that wrote the reply, as configured.';
comment on column public.turns.deployment is 'The kind of deployment of that connection, as configured.';

drop function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer);
drop function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[]);

create or replace function private.profile_to_jsonb(profile public.ai_assistant_profiles)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'provider', profile.provider,
    'model', profile.model,
    'fallback', profile.fallback,
    'max_input_tokens', profile.max_input_tokens,
    'max_output_tokens', profile.max_output_tokens,
    'vector_store_ids', profile.vector_store_ids,
    'instructions_length', char_length(profile.instructions)
  );
$$;

create function public.set_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  old_profile public.ai_assistant_profiles;
  new_profile public.ai_assistant_profiles;
begin
  if not exists (
    select 1
    from public.users
    join public.roles on roles.id = users.role_id and roles.name = 'admin'
    where users.id = set_assistant_model.user_id
  ) then
    perform private.record_audit(
      'denied', set_assistant_model.user_id, set_assistant_model.assistant_id, null, '{"attempted": "model_changed"}'
    );
    return jsonb_build_object('outcome', 'admin_required');
  end if;

  select openai_assistant_id into assistant_key
  from public.assistants
  where id = set_assistant_model.assistant_id
  for share;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;

  -- Inserts the row in order to lock it: the recorded "before" is what this change replaces.
  insert into public.ai_assistant_profiles (openai_assistant_id) values (assistant_key) on conflict do nothing;
  select * into old_profile
  from public.ai_assistant_profiles
  where openai_assistant_id = assistant_key
  for update;

  perform set_config('instructions.changed_by', set_assistant_model.user_id::text, true);
  update public.ai_assistant_profiles
  set provider = set_assistant_model.provider,
      model = set_assistant_model.model,
      instructions = set_assistant_model.instructions,
      max_output_tokens = set_assistant_model.max_output_tokens,
      vector_store_ids = set_assistant_model.vector_store_ids,
      max_input_tokens = set_assistant_model.max_input_tokens,
      fallback = set_assistant_model.fallback,
      version = version + 1
  where openai_assistant_id = assistant_key
    and (provider, model, instructions, max_output_tokens, vector_store_ids, max_input_tokens, fallback) is distinct from (
      set_assistant_model.provider,
      set_assistant_model.model,
      set_assistant_model.instructions,
      set_assistant_model.max_output_tokens,
      set_assistant_model.vector_store_ids,
      set_assistant_model.max_input_tokens,
      set_assistant_model.fallback
    )
  returning * into new_profile;

  if found then
    perform private.record_audit(
      'model_changed',
      set_assistant_model.user_id,
      set_assistant_model.assistant_id,
      null,
      jsonb_build_object(
        'openai_assistant_id', assistant_key,
        'before', private.profile_to_jsonb(old_profile),
        'after', private.profile_to_jsonb(new_profile),
        'instructions_changed', old_profile.instructions <> new_profile.instructions
      )
    );
  end if;
  return jsonb_build_object('outcome', 'saved');
end;
$$;

revoke all
  on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, text)
  from public;
grant execute
  on function public.set_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, text)
  to service_role;

create function public.save_assistant_model(
  user_id uuid,
  assistant_id uuid,
  provider text,
  model text,
  instructions text,
  max_output_tokens integer,
  vector_store_ids text[],
  read_version integer default null,
  max_input_tokens integer default null,
  fallback text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  assistant_key text;
  is_admin boolean;
begin
  -- Serialises concurrent saves, also while there is no profile yet.
  select openai_assistant_id into assistant_key
  from public.assistants
  where id = save_assistant_model.assistant_id
  for no key update;

  select roles.name = 'admin' into is_admin
  from public.users
  join public.roles on roles.id = users.role_id
  where users.id = save_assistant_model.user_id;

  if is_admin and assistant_key is not null and save_assistant_model.read_version <> coalesce(
    (select version from public.ai_assistant_profiles where openai_assistant_id = assistant_key for update), 1
  ) then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return public.set_assistant_model(
    save_assistant_model.user_id,
    save_assistant_model.assistant_id,
    save_assistant_model.provider,
    save_assistant_model.model,
    save_assistant_model.instructions,
    save_assistant_model.max_output_tokens,
    save_assistant_model.vector_store_ids,
    save_assistant_model.max_input_tokens,
    save_assistant_model.fallback
  );
end;
$$;

revoke all
  on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, integer, text)
  from public;
grant execute
  on function public.save_assistant_model(uuid, uuid, text, text, text, integer, text[], integer, integer, text)
  to service_role;

create or replace function private.audit_turn(turn public.turns, action text, extra jsonb default '{}')
returns void
language sql set search_path = '' as $$
  insert into public.audit_logs (action, user_id, conversation_id, created_at, meta)
  values (
    audit_turn.action,
    (audit_turn.turn).user_id,
    (audit_turn.turn).conversation_id,
    greatest(
      clock_timestamp(),
      (
        select max(created_at)
        from public.audit_logs
        where conversation_id = (audit_turn.turn).conversation_id
      ) + interval '1 microsecond'
    ),
    jsonb_strip_nulls(jsonb_build_object(
      'turn_id', (audit_turn.turn).id,
      'thread_id', (audit_turn.turn).conversation_id,
      'run_id', (audit_turn.turn).run_id,
      'openai_message_id', (audit_turn.turn).openai_message_id,
      'provider', (audit_turn.turn).provider,
      'model', (audit_turn.turn).model,
      'region', (audit_turn.turn).region,
      'deployment', (audit_turn.turn).deployment
    )) || audit_turn.extra
  );
$$;

create or replace function public.append_turns_events(appends jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked_ids uuid[];
  started_turn public.turns;
begin
  select coalesce(array_agg(id), '{}')
  into locked_ids
  from (
    select id
    from public.turns
    where id in (select (append ->> 'turn_id')::uuid from jsonb_array_elements(append_turns_events.appends) as append)
    for no key update skip locked
  ) as available;

  -- Rows read before the locks may be outdated; statements from here on see the locked state.
  if exists (
    select 1
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
    join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
    cross join lateral (
      select count(*) as added_count, max((event ->> 'seq')::integer) as last_seq
      from jsonb_array_elements(append.events) as event
      where (event ->> 'seq')::integer > turns.last_seq
    ) as new_events
    where new_events.last_seq <> turns.last_seq + new_events.added_count
  ) then
    raise exception 'The events of a turn would have a gap';
  end if;

  insert into public.turn_events (turn_id, seq, event, data)
  select turns.id, event.seq, event.event, event.data
  from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid, events jsonb)
  join public.turns on turns.id = append.turn_id and turns.id = any (locked_ids) and turns.status = 'running'
  cross join lateral jsonb_to_recordset(append.events) as event (seq integer, event text, data jsonb)
  where event.seq > turns.last_seq;

  for started_turn in
    with updated as (
      update public.turns
      set last_seq = greatest(turns.last_seq, (append.events -> -1 ->> 'seq')::integer),
          run_id = coalesce(turns.run_id, append.run_id),
          model = coalesce(turns.model, append.model),
          provider = coalesce(append.provider, turns.provider),
          region = coalesce(append.region, turns.region),
          deployment = coalesce(append.deployment, turns.deployment),
          request_characters = coalesce(turns.request_characters, append.request_characters),
          openai_message_id = coalesce(
            turns.openai_message_id,
            jsonb_path_query_first(append.events, '$[*] ? (@.event == "created").data.openaiMessageId') #>> '{}'
          ),
          citations = coalesce(append.citations, turns.citations),
          notes = coalesce(append.notes, turns.notes),
          heartbeat_at = clock_timestamp()
      from jsonb_to_recordset(append_turns_events.appends)
        as append (
          turn_id uuid, events jsonb, run_id text, model text, citations jsonb, notes jsonb, request_characters integer,
          provider text, region text, deployment text
        ),
        public.turns as before
      where turns.id = append.turn_id
        and turns.id = any (locked_ids)
        and turns.status = 'running'
        and before.id = turns.id
      returning turns, before.openai_message_id is null and turns.openai_message_id is not null as has_started
    )
    select (updated.turns).* from updated where has_started
  loop
    perform private.audit_turn(started_turn, 'run_stream_started');
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'turn_id', append.turn_id, 'status', turns.status, 'stop_requested', coalesce(turns.stop_requested, false)
        )
      ),
      '[]'
    )
    from jsonb_to_recordset(append_turns_events.appends) as append (turn_id uuid)
    left join public.turns on turns.id = append.turn_id
    where turns.id is null or turns.id = any (locked_ids)
  );
end;
$$;
