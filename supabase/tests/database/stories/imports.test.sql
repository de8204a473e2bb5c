select tests.add_person('ann', 'admin');
select tests.add_person('wes', 'support_worker');
insert into public.participants (id, display_name, status)
values (tests.id('Pat'), 'Pat', 'active'), (tests.id('Sam'), 'Sam', 'inactive'), (tests.id('other Sam'), 'SAM', 'active');

create function tests.invite(person text, import text, name text default null)
returns text
language sql
as $$
  select public.invite_user(
    person || '@tests.example', 'support_worker', array[tests.id('Pat')], display_name => name, import_id => tests.id(import)
  );
$$;
create function tests.mark_sent(person text)
returns void
language plpgsql
as $$
begin
  perform tests.as_server();
  perform public.record_invitation_sent(person || '@tests.example');
end;
$$;

-- test: PEOPLE-15 only administrators check and undo imports
select tests.sign_in('wes');
select tests.forbidden(format('select public.%s', call), call, 'Admin access required')
from unnest(array[
  $$check_import(array['wes@tests.example'], array['Pat'])$$, 'undo_import(gen_random_uuid())',
  $$undo_participant_import(array[gen_random_uuid()])$$
]) as call;

-- test: PEOPLE-15 a check finds accounts, invitations that were sent, and participants by their name in any case
select tests.sign_in('ann');
select tests.invite('nia', 'monday');
select tests.invite('unsent', 'monday');
select tests.mark_sent('nia');
select tests.sign_in('ann');
select tests.equal(
  public.check_import(
    array[' WES@tests.example', 'nia@tests.example', 'unsent@tests.example', 'new@tests.example'],
    array['pat ', 'sam', 'nobody']
  ),
  jsonb_build_object(
    'existing', '["wes@tests.example"]'::jsonb,
    'invited', '["nia@tests.example"]'::jsonb,
    'participants', jsonb_build_array(
      jsonb_build_object('id', tests.id('Pat'), 'status', 'active', 'display_name', 'Pat'),
      jsonb_build_object('id', tests.id('other Sam'), 'status', 'active', 'display_name', 'SAM'),
      jsonb_build_object('id', tests.id('Sam'), 'status', 'inactive', 'display_name', 'Sam')
    )
  ),
  'answer'
);
select tests.equal(
  public.check_import('{}', null), '{"existing": [], "invited": [], "participants": []}'::jsonb, 'no rows'
);
select tests.refused(
  $$select public.check_import(array_fill('a@b.example'::text, array[501]), '{}')$$, 'PT422', 'too many rows'
);

-- test: PEOPLE-16 an import invites an address once, and again only while the mail was not sent or the invitation expired
select tests.sign_in('ann');
select tests.equal(tests.invite('nia', 'monday'), 'nia@tests.example', 'first');
select tests.equal(tests.invite('nia', 'monday'), 'nia@tests.example', 'the mail was not sent');
select tests.as_owner();
select tests.equal(
  (select count(*) from public.audit_logs where action = 'user_invited'), 1::bigint, 'entries of the same import'
);
select tests.mark_sent('nia');
select tests.sign_in('ann');
select tests.equal(tests.invite('nia', 'monday'), null::text, 'again');
select tests.equal(tests.invite('nia', 'tuesday'), null::text, 'by another import');
select tests.as_owner();
update private.invitations set expires_at = now() - interval '1 second';
select tests.sign_in('ann');
select tests.equal(tests.invite('nia', 'tuesday'), 'nia@tests.example', 'after it expired');

-- test: PEOPLE-16 an imported name is the name of the account until its user chooses one
select tests.sign_in('ann');
select tests.invite('nia', 'monday', '  =Nia Brown ');
select tests.as_owner();
select tests.sign_up('nia');
select tests.mark_sent('nia');
select tests.as_owner();
select tests.equal((select display_name from public.users where id = tests.id('nia')), '=Nia Brown', 'invited');
update auth.users set email_confirmed_at = now() where id = tests.id('nia');
select tests.mark_sent('nia');
select tests.as_owner();
update auth.users
set raw_user_meta_data = raw_user_meta_data || '{"display_name": "Nia B."}'
where id = tests.id('nia');
select tests.equal((select display_name from public.users where id = tests.id('nia')), 'Nia B.', 'chosen');

-- test: PEOPLE-17 undo revokes what was not accepted yet, with its accounts, and nothing else; entries name the import
select tests.sign_in('ann');
select tests.invite('nia', 'monday');
select tests.invite('accepted', 'monday');
select tests.invite('unsent', 'monday');
select tests.invite('other', 'tuesday');
select tests.as_owner();
select tests.sign_up('nia');
select tests.sign_up('accepted');
select tests.sign_up('other');
update auth.users set email_confirmed_at = now() where id = tests.id('accepted');
select tests.sign_in('ann');
select tests.equal(public.undo_import(tests.id('monday')), 2, 'revoked');
select tests.equal(public.undo_import(tests.id('monday')), 0, 'revoked again');
select tests.equal(public.undo_import(null), 0, 'of no import');
select tests.as_owner();
select tests.equal(
  (select array_agg(email order by email) from public.users),
  array['accepted@tests.example', 'ann@tests.example', 'other@tests.example', 'wes@tests.example'], 'users'
);
select tests.equal(
  (select array_agg(email order by email) from private.invitations), array['other@tests.example'], 'invitations'
);
select tests.equal(
  (
    select array_agg(action || ' ' || target_user_email order by action, target_user_email)
    from public.audit_logs
    where user_email = 'ann@tests.example' and meta ->> 'import' = tests.id('monday')::text
  ),
  array[
    'invitation_revoked nia@tests.example', 'invitation_revoked unsent@tests.example',
    'user_invited accepted@tests.example', 'user_invited nia@tests.example', 'user_invited unsent@tests.example'
  ],
  'entries'
);

-- test: PEOPLE-17 an invitation that was sent again by hand is no longer part of its import
select tests.sign_in('ann');
select tests.invite('nia', 'monday');
select public.invite_user('nia@tests.example', 'office');
select tests.equal(public.undo_import(tests.id('monday')), 0, 'revoked');

-- test: PEOPLE-19 undo deletes participants that nothing refers to, and no others
select tests.add_assistant('helper of Pat', 'Pat');
insert into public.participants (id, display_name)
select tests.id(name), name from unnest(array['Unused', 'Assigned', 'Invited', 'Documented']) as name;
insert into public.participant_assignments (participant_id, user_id) values (tests.id('Assigned'), tests.id('wes'));
insert into public.documents (participant_id, title) values (tests.id('Documented'), 'A note');
select tests.sign_in('ann');
select public.invite_user('nia@tests.example', 'support_worker', array[tests.id('Invited')]);
select tests.equal(
  public.undo_participant_import(
    array[tests.id('Unused'), tests.id('Assigned'), tests.id('Invited'), tests.id('Documented'), tests.id('Pat')]
  ),
  1, 'deleted'
);
select tests.equal((select count(*) from public.participants where display_name = 'Unused'), 0::bigint, 'Unused');
select tests.equal(
  (select count(*) from public.audit_logs where action = 'participant_deleted' and participant_name = 'Unused'),
  1::bigint, 'entry'
);
