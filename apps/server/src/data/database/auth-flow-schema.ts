/**
 * Mailed links and the codes they are exchanged for. Only hashes of both are stored, and the session of a code is
 * encrypted with that code: the tables alone open no account. The link of a sign-up also stores the address and the
 * password hash of that sign-up.
 */
export const authFlowSchema = `
create table if not exists embedded.mail_link (
  token_hash text primary key,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  expires_at timestamptz not null
);
alter table embedded.mail_link add column if not exists email text;
alter table embedded.mail_link add column if not exists password_hash text;
create index if not exists mail_link_expires_at_idx on embedded.mail_link (expires_at);

create table if not exists embedded.auth_code (
  code_hash text primary key,
  code_challenge text not null,
  code_challenge_method text not null,
  sealed_session text not null,
  session_id uuid not null,
  expires_at timestamptz not null
);
create index if not exists auth_code_expires_at_idx on embedded.auth_code (expires_at);
`;
