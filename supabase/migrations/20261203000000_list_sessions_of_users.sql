-- Lets administrators list the sessions of a user and end one of them.
drop function public.end_user_sessions(uuid, text);
drop function private.end_user_sessions(uuid, text);

-- Describes the sessions of a user, this one first, then the most recently used, as
-- `[{id, created_at, last_seen_at, user_agent, ip, is_current}, …]`.
create function private.describe_sessions(user_id uuid)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id,
        'created_at', created_at,
        'last_seen_at', last_seen_at,
        'user_agent', user_agent,
        'ip', host(ip),
        'is_current', is_current
      )
      order by is_current desc, last_seen_at desc, id
    ),
    '[]'
  )
  from (
    select
      sessions.*,
      greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_seen_at,
      id is not distinct from private.session_id() as is_current
    from auth.sessions
    where sessions.user_id = describe_sessions.user_id
  ) as described;
$$;
revoke all on function private.describe_sessions(uuid) from public;

-- Lists the caller's sessions, as `private.describe_sessions` describes them.
create or replace function private.list_own_sessions()
returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.describe_sessions(auth.uid());
$$;

-- Lists the sessions of a user for administrators, as `private.describe_sessions` describes them.
create function private.list_user_sessions(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.describe_sessions(list_user_sessions.user_id);
end;
$$;
revoke all on function private.list_user_sessions(uuid) from public;
grant execute on function private.list_user_sessions(uuid) to authenticated;

create function public.list_user_sessions(user_id uuid)
returns jsonb
language sql stable set search_path = '' as $$
  select private.list_user_sessions(list_user_sessions.user_id);
$$;
revoke all on function public.list_user_sessions(uuid) from public;
grant execute on function public.list_user_sessions(uuid) to authenticated;

-- Ends all sessions of a user, or one of them, for administrators, with a reason. Returns the number of ended sessions.
create function private.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ended integer;
begin
  perform private.require_account_reason(end_user_sessions.reason);
  insert into public.audit_logs (action, user_id, target_user_id, target_user_email, meta)
  select
    'sessions_ended', auth.uid(), id, email,
    jsonb_strip_nulls(
      jsonb_build_object('reason', btrim(end_user_sessions.reason), 'session', end_user_sessions.session_id)
    )
  from public.users
  where id = end_user_sessions.user_id;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  delete from auth.sessions
  where user_id = end_user_sessions.user_id and id = coalesce(end_user_sessions.session_id, id);
  get diagnostics ended = row_count;
  if ended = 0 and end_user_sessions.session_id is not null then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
  return ended;
end;
$$;
revoke all on function private.end_user_sessions(uuid, text, uuid) from public;
grant execute on function private.end_user_sessions(uuid, text, uuid) to authenticated;

create function public.end_user_sessions(user_id uuid, reason text, session_id uuid default null)
returns integer
language sql set search_path = '' as $$
  select private.end_user_sessions(end_user_sessions.user_id, end_user_sessions.reason, end_user_sessions.session_id);
$$;
revoke all on function public.end_user_sessions(uuid, text, uuid) from public;
grant execute on function public.end_user_sessions(uuid, text, uuid) to authenticated;
