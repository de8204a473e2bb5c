-- What users do with stored objects. The embedded storage gateway makes the same checks before each request; on a Supabase
-- project only the policies do.

-- Checks whether the caller's session exists: a token is valid until it expires, also after its session has ended.
create function private.is_live_session()
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from auth.sessions
    where id = private.session_id() and user_id = auth.uid() and coalesce(not_after > now(), true)
  );
$$;
grant execute on function private.is_live_session() to authenticated;
grant execute on function private.has_second_factor() to authenticated;

-- The storage names its operation. A signed address works without a session, so users sign none: it would outlive their
-- access. The server signs them, for seconds.
create policy "Users read objects in a live session, and sign no addresses"
  on storage.objects as restrictive for select to authenticated
  using (
    coalesce(current_setting('storage.operation', true), '') in ('', 'storage.object.get_authenticated')
    and (select private.is_live_session())
    and (select private.has_second_factor())
  );
