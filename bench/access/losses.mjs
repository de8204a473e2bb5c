import { randomUUID } from 'node:crypto';

/** Returns a REST client with an administrator's session. */
function asAdmin(server, admin) {
  return async (method, path, body) => {
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${admin.access_token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? [] : JSON.parse(text);
  };
}

/** Creates an assistant; returns its id, and a client of the function with an administrator's session. */
async function prepare(server, admin, fields = { kind: 'org' }) {
  const call = async (method, endpoint, body) =>
    (await (await server.call(admin, { method, endpoint, ...(body && { body }) })).json()).data;
  const assistant = await call('POST', '/assistants', {
    label: `Bench ${randomUUID().slice(0, 8)}`,
    openai_assistant_id: 'asst_bench',
    ...fields,
  });
  return { call, assistantId: assistant.id };
}

/** Ways of losing access. Each grants a worker access to an assistant and returns a function that revokes it. */
export const losses = {
  async 'revoked by name'(server, admin, worker) {
    const { call, assistantId } = await prepare(server, admin);
    const grants = `/assistants/${assistantId}/grants/user`;
    await call('POST', grants, { userId: worker.user.id });
    return { assistantId, take: () => call('DELETE', `${grants}/${worker.user.id}`) };
  },
  async 'revoked for the role'(server, admin) {
    const { call, assistantId } = await prepare(server, admin);
    const change = (granted) =>
      call('POST', `/assistants/${assistantId}/grants/role`, {
        roleName: 'support_worker',
        granted,
      });
    await change(true);
    return { assistantId, take: () => change(false) };
  },
  async 'unassigned with its access'(server, admin, worker) {
    const rest = asAdmin(server, admin);
    const [participant] = await rest('POST', 'participants', {
      display_name: `Bench ${randomUUID().slice(0, 8)}`,
      status: 'active',
    });
    const fields = { kind: 'participant', participant_id: participant.id };
    const { assistantId } = await prepare(server, admin, fields);
    const pair = { user_id: worker.user.id };
    await rest('POST', 'participant_assignments', { ...pair, participant_id: participant.id });
    await rest('POST', 'assistant_access', { ...pair, assistant_id: assistantId });
    const of = `user_id=eq.${worker.user.id}`;
    // Sends the same requests as the drawer does with its switch on.
    const take = async () => {
      await rest('DELETE', `participant_assignments?${of}&participant_id=eq.${participant.id}`);
      await rest('DELETE', `assistant_access?${of}&assistant_id=eq.${assistantId}`);
    };
    return { assistantId, take };
  },
};
