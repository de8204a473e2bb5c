/**
 * What several processes on one database have to agree on. None of it is the product's: a hosted project has its own
 * means. Counts of attempts may be forgotten by a crash, hence unlogged.
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

create table if not exists embedded.installation (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null,
  seen_at timestamptz not null
);

create table if not exists embedded.kept_mail (
  id bigint generated always as identity primary key,
  sealed text not null
);
`;
