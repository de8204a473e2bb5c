/*
 * Demo data for the embedded default and for tests, never for a database that people work in: everyone here has the same
 * published password. Ids are fixed and what exists already is left alone, so the files can be applied again. Dates count
 * from the moment of seeding. All people, places and events are invented.
 *
 * Staff: three demo accounts, one for each role, and the fifteen colleagues of a small support organisation.
 */
create extension if not exists pgcrypto with schema extensions;

do $staff$
declare
  -- One hash for all: hashing is slow on purpose, and eighteen of them would be a noticeable wait.
  demo_password text := extensions.crypt('homie-demo-2026', extensions.gen_salt('bf', 10));
  person record;
  account_id uuid;
  added integer;
begin
  for person in
    select *
    from (
      values
        (1, 'admin@secondhomie.example', 'admin', 210, null),
        (2, 'office@secondhomie.example', 'office', 205, null),
        (3, 'worker@secondhomie.example', 'support_worker', 198, null),
        (4, 'daniel.kelly@secondhomie.example', 'admin', 190, 'Daniel Kelly'),
        (5, 'grace.tran@secondhomie.example', 'office', 188, 'Grace Tran'),
        (6, 'priya.menon@secondhomie.example', 'office', 180, 'Priya Menon'),
        (7, 'ruby.anderson@secondhomie.example', 'office', 171, 'Ruby Anderson'),
        (8, 'marcus.webb@secondhomie.example', 'office', 160, 'Marcus Webb'),
        (9, 'ava.mitchell@secondhomie.example', 'support_worker', 158, 'Ava Mitchell'),
        (10, 'noah.pappas@secondhomie.example', 'support_worker', 150, 'Noah Pappas'),
        (11, 'zara.hassan@secondhomie.example', 'support_worker', 149, 'Zara Hassan'),
        (12, 'lachlan.reid@secondhomie.example', 'support_worker', 133, 'Lachlan Reid'),
        (13, 'mei.wong@secondhomie.example', 'support_worker', 127, 'Mei Wong'),
        (14, 'isla.campbell@secondhomie.example', 'support_worker', 120, 'Isla Campbell'),
        (15, 'kofi.mensah@secondhomie.example', 'support_worker', 104, 'Kofi Mensah'),
        (16, 'tahlia.brooks@secondhomie.example', 'support_worker', 96, 'Tahlia Brooks'),
        (17, 'angus.doyle@secondhomie.example', 'support_worker', 81, 'Angus Doyle'),
        (18, 'sione.tau@secondhomie.example', 'support_worker', 75, 'Sione Tau')
    ) as staff (number, email, role_name, days_here, name)
  loop
    account_id := pg_temp.seed_id('user', person.number);

    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_sso_user, is_anonymous
    )
    values (
      account_id, 'authenticated', 'authenticated', person.email, demo_password, now() - make_interval(days => person.days_here),
      '{"provider":"email","providers":["email"]}', jsonb_strip_nulls(jsonb_build_object('display_name', person.name, 'notice_confirmed_at', now())),
      now() - make_interval(days => person.days_here), now(), false, false
    )
    on conflict do nothing;

    get diagnostics added = row_count;
    continue when added = 0;

    insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
    values (
      account_id, account_id::text, account_id,
      jsonb_build_object('sub', account_id, 'email', person.email, 'email_verified', true),
      'email', now(), now()
    );

    -- The record came with the account, as it does at sign-up.
    update public.users
    set
      role_id = (select id from public.roles where name = person.role_name),
      created_at = now() - make_interval(days => person.days_here)
    where id = account_id;

    -- The hosted service keeps a few more columns and reads none of them as null.
    if exists (
      select 1
      from information_schema.columns
      where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
    ) then
      execute
        'update auth.users set instance_id = $2, confirmation_token = $3, recovery_token = $3, email_change = $3,
           email_change_token_new = $3, email_change_token_current = $3, reauthentication_token = $3
         where id = $1'
        using account_id, '00000000-0000-0000-0000-000000000000'::uuid, '';
    end if;
  end loop;
end;
$staff$;
