/**
 * State that several processes on one database share. It is not part of the product's schema: a hosted project has its
 * own means. A crash may lose the counts of attempts, hence unlogged.
 */
export const sharedStateSchema = `
create unlogged table if not exists embedded.rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

create table if not exists embedded.lease (
  name text primary key,
  until timestamptz not null
);
alter table embedded.lease add column if not exists holder uuid;

-- Other processes forget that a session was alive: see notifications.ts.
create or replace function embedded.notify_ended_sessions() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('homie', 'sessions:');
  return null;
end;
$$;
create or replace trigger notify_ended_sessions after delete on auth.sessions
  for each statement execute function embedded.notify_ended_sessions();

create table if not exists embedded.installation (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null,
  seen_at timestamptz not null
);

create table if not exists embedded.kept_mail (
  id bigint generated always as identity primary key,
  sealed text not null
);

-- Mails until they are delivered, encrypted; for a week also those that were given up, without their contents.
create table if not exists embedded.outbox (
  id bigint generated always as identity primary key,
  recipient_hash text not null,
  sealed text not null,
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  -- While a process delivers the mail: when its claim ends.
  next_attempt_at timestamptz not null default clock_timestamp(),
  given_up_at timestamptz
);
create index if not exists outbox_recipient_hash_idx on embedded.outbox (recipient_hash, id);
create index if not exists outbox_next_attempt_at_idx
  on embedded.outbox (next_attempt_at, id) where given_up_at is null;

-- Changes of accounts whose users get a mail, until it is in the outbox. The product's schema writes them in the
-- transaction of the change; the device is that of the session that made it.
create table if not exists embedded.account_notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  user_agent text,
  is_by_administrator boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists account_notice_user_id_idx on embedded.account_notice (user_id);

-- The devices on which an account was signed in, in words such as "Chrome on Windows", with the last day.
create table if not exists embedded.known_device (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  seen_on date not null,
  primary key (user_id, device)
);
`;
