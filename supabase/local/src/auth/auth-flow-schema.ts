/**
 * Links that were mailed and wait for their click. Tokens and codes are stored as hashes, the
 * session behind a code is encrypted with the code: the table alone opens no account.
 */
export const authFlowSchema = `
create table if not exists embedded.auth_flow (
  token_hash text primary key,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  auth_code_hash text unique,
  sealed_session text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index if not exists auth_flow_expires_at_idx on embedded.auth_flow (expires_at);
`;
