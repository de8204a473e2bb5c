-- Lets users edit the documents of an assistant whom an administrator granted the right to.

alter table public.assistant_access add column can_edit boolean not null default false;

grant select (can_edit), insert (can_edit), update (can_edit) on table public.assistant_access to authenticated;

create function private.holders_editable_by(user_id uuid)
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select holders.id
  from public.assistant_access
  join public.assistants on assistants.id = assistant_access.assistant_id
  cross join lateral (values (assistants.id), (assistants.participant_id)) as holders (id)
  where assistant_access.user_id = holders_editable_by.user_id
    and assistant_access.can_edit
    and holders.id is not null;
$$;
revoke all on function private.holders_editable_by(uuid) from public;

create function private.editable_holder_ids()
returns setof uuid
language sql stable security definer set search_path = '' as $$
  select private.holders_editable_by(auth.uid());
$$;
revoke all on function private.editable_holder_ids() from public;
grant execute on function private.editable_holder_ids() to authenticated;

create function public.can_edit_documents()
returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin() or exists (select private.editable_holder_ids());
$$;
revoke all on function public.can_edit_documents() from public;
grant execute on function public.can_edit_documents() to authenticated;

create function private.refuse_unless_editor()
returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not public.can_edit_documents() then
    raise exception 'You don''t have access to edit documents.' using errcode = 'insufficient_privilege';
  end if;
  return null;
end;
$$;
revoke all on function private.refuse_unless_editor() from public;

drop trigger admins_only on public.documents;

create trigger editors_only
  before update or delete on public.documents
  for each statement execute function private.refuse_unless_editor();

drop policy "Admins change documents" on public.documents;
drop policy "Admins delete documents" on public.documents;
drop policy "Users read versions of their documents, admins unread ones too" on public.document_versions;

create policy "Admins and editors change documents"
  on public.documents for update to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  )
  with check (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Admins and editors delete documents"
  on public.documents for delete to authenticated
  using (
    (select private.is_admin()) or coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  );

create policy "Users read versions of their documents, editors unread too"
  on public.document_versions for select to authenticated
  using (
    exists (
      select 1
      from public.documents
      where documents.id = document_versions.document_id
        and (
          document_versions.ready_at is not null
          or (select private.is_admin())
          or coalesce(documents.assistant_id, documents.participant_id) in (select private.editable_holder_ids())
        )
    )
  );

create or replace function public.add_document_version(
  user_id uuid,
  document_id uuid,
  assistant_id uuid,
  participant_id uuid,
  title text,
  note text default null,
  name text default null,
  size bigint default null,
  mime text default null,
  sha256 text default null,
  supabase_path text default null
)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  document public.documents;
  version public.document_versions;
  holder_assistant_id uuid := add_document_version.assistant_id;
  holder_participant_id uuid := add_document_version.participant_id;
begin
  if add_document_version.document_id is not null then
    select assistant_id, participant_id
    into holder_assistant_id, holder_participant_id
    from public.documents
    where id = add_document_version.document_id;
  end if;
  -- Revoking the right waits for this call, or this call sees that it was revoked.
  perform private.lock_access_shared(
    coalesce(holder_assistant_id, (select id from public.assistants where participant_id = holder_participant_id))
  );
  if not public.is_administrator(add_document_version.user_id)
    and (
      coalesce(holder_assistant_id, holder_participant_id)
      = any (array(select private.holders_editable_by(add_document_version.user_id)))
    ) is not true
  then
    perform private.record_audit(
      'denied', add_document_version.user_id, holder_assistant_id, null, '{"attempted": "document_changed"}'
    );
    return '{"outcome": "access_denied"}';
  end if;

  select * into version
  from public.document_versions
  where supabase_path = add_document_version.supabase_path;
  if found then
    return jsonb_build_object('outcome', 'saved', 'document_id', version.document_id, 'version_id', version.id);
  end if;

  if add_document_version.document_id is not null then
    select * into document from public.documents where id = add_document_version.document_id for update;
  elsif exists (select 1 from public.assistants where id = holder_assistant_id)
    or exists (select 1 from public.participants where id = holder_participant_id)
  then
    insert into public.documents (assistant_id, participant_id, title, owner_id)
    values (
      add_document_version.assistant_id,
      add_document_version.participant_id,
      add_document_version.title,
      add_document_version.user_id
    )
    returning * into document;
  end if;
  if document.id is null then
    return '{"outcome": "not_found"}';
  end if;

  insert into public.document_versions (
    document_id, number, note, name, size, mime, sha256, supabase_path, created_by
  )
  values (
    document.id,
    coalesce(
      (select max(number) from public.document_versions where document_versions.document_id = document.id), 0
    ) + 1,
    add_document_version.note,
    add_document_version.name,
    add_document_version.size,
    add_document_version.mime,
    add_document_version.sha256,
    add_document_version.supabase_path,
    add_document_version.user_id
  )
  returning * into version;

  perform private.record_document(
    document,
    case version.number when 1 then 'document_added' else 'document_changed' end,
    add_document_version.user_id,
    jsonb_strip_nulls(jsonb_build_object('version', version.number, 'file', version.name, 'size', version.size))
  );
  return jsonb_build_object('outcome', 'saved', 'document_id', document.id, 'version_id', version.id);
end;
$$;

create or replace function private.read_documents_again(document_id uuid)
returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued integer;
begin
  if read_documents_again.document_id is null then
    perform private.require_admin();
  elsif not private.is_admin() and not exists (
    select 1
    from public.documents
    where id = read_documents_again.document_id
      and coalesce(assistant_id, participant_id) in (select private.editable_holder_ids())
  ) then
    raise exception 'You don''t have access to edit these documents.' using errcode = 'insufficient_privilege';
  end if;
  update public.document_versions
  set status = 'waiting', progress = 0, problem = null, attempts = 0, claim_id = null
  where id in (
      select distinct on (document_id) id
      from public.document_versions
      where read_documents_again.document_id is null or document_id = read_documents_again.document_id
      order by document_id, number desc
    )
    and status in ('ready', 'failed');
  get diagnostics queued = row_count;
  return queued;
end;
$$;

create function private.record_edit_right()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change(
    case when new.can_edit then 'access_granted' else 'access_revoked' end,
    '{"right": "edit_documents"}',
    new.assistant_id,
    target_user_id => new.user_id
  );
  return null;
end;
$$;
revoke all on function private.record_edit_right() from public;

create trigger record_granted_edit_right
  after insert on public.assistant_access
  for each row
  when (new.can_edit)
  execute function private.record_edit_right();

create trigger record_edit_right
  after update on public.assistant_access
  for each row
  when (
    old.can_edit <> new.can_edit
    or new.can_edit and (old.assistant_id, old.user_id) is distinct from (new.assistant_id, new.user_id)
  )
  execute function private.record_edit_right();

create or replace function public.read_grants(assistant_id uuid)
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.assistants where id = read_grants.assistant_id) then
    return null;
  end if;
  return jsonb_build_object(
    'roleGrants', (
      select jsonb_agg(
        jsonb_build_object('roleName', roles.name, 'granted', assistant_role_access.role_id is not null)
        order by roles.name
      )
      from public.roles
      left join public.assistant_role_access
        on assistant_role_access.role_id = roles.id
        and assistant_role_access.assistant_id = read_grants.assistant_id
    ),
    'userGrants', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('userId', users.id, 'userEmail', users.email, 'canEdit', assistant_access.can_edit)
          order by users.email, users.id
        ),
        '[]'
      )
      from public.assistant_access
      join public.users on users.id = assistant_access.user_id
      where assistant_access.assistant_id = read_grants.assistant_id
    )
  );
end;
$$;
