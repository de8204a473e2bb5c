import { randomUUID } from 'node:crypto';
import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import { beforeAll, expect, test } from 'vitest';
import { layAssistant } from './add-records.ts';
import { equal } from './rest.ts';
import { inOwnWorld, world, type Person } from './world.ts';

let calls: AdminApi;
beforeAll(async () => {
  calls = await lazyAdminApi();
});
inOwnWorld();

function apiOf({ token }: Person): Api {
  return {
    baseUrl: world.server.url,
    publishableKey: world.server.publishableKey,
    getAccessToken: async () => token,
  };
}

test('INST-02 INST-05 an administrator lists versions and restores one; a change in the meantime is not overwritten', async () => {
  const { admin, office } = world.people;
  const api = apiOf(admin);
  const openai_assistant_id = `asst_${randomUUID()}`;
  const assistant = {
    id: await layAssistant(world, { openai_assistant_id }),
    openai_assistant_id,
  };
  const first = await calls.getAssistantModel(api, assistant.id);
  const kind = await calls.changeInstructions(api, assistant.id, first, 'Be kind.');
  const brief = await calls.changeInstructions(api, assistant.id, kind, 'Be brief.');
  expect(await calls.listInstructionVersions(api, assistant)).toMatchObject([
    { number: 2, author: { email: admin.email } },
    { number: 1, author: { email: admin.email } },
  ]);
  expect(await calls.getInstructionVersion(api, assistant, 1)).toBe('Be kind.');

  await expect(calls.changeInstructions(api, assistant.id, kind, 'Be kind.')).rejects.toMatchObject(
    { code: 'conflict' },
  );
  const restored = await calls.changeInstructions(api, assistant.id, brief, 'Be kind.');
  expect(restored).toEqual({ ...brief, instructions: 'Be kind.', version: brief.version + 1 });
  expect(await calls.getAssistantModel(api, assistant.id)).toEqual(restored);
  const { rows } = await world.asServer('audit_logs', {
    query: equal({ assistant_id: assistant.id, action: 'model_changed' }),
  });
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('Be kind.');

  await expect(calls.getInstructionVersion(api, assistant, 9)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(calls.listInstructionVersions(apiOf(office), assistant)).rejects.toMatchObject({
    message: 'Admin access required',
  });
});
