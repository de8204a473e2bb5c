/**
 * Runs a statement that returns one text with the given settings: the role and the request of a REST call. One round
 * trip, as the settings end with the transaction of the call. The statement is planned and authorised after they have
 * changed, so the privileges and policies of the role apply. Only the owner of the database may call it.
 */
export const settingsSchema = `
create or replace function embedded.run_with_settings(settings jsonb, statement text, input jsonb) returns text
language plpgsql as $$
declare
  answer text;
begin
  perform set_config(key, value, true) from jsonb_each_text(run_with_settings.settings);
  execute run_with_settings.statement into answer using run_with_settings.input;
  return answer;
end;
$$;
revoke all on function embedded.run_with_settings(jsonb, text, jsonb) from public;
`;
