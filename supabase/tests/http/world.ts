import { randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@homie/server/testing';
import { afterAll, beforeAll } from 'vitest';
import {
  createAccount,
  createPerson,
  readRoleIds,
  serverRest,
  type Person,
  type RoleIds,
} from './people.ts';
import { equal, restOf, type Rest } from './rest.ts';

export type { Person } from './people.ts';

type PersonName = 'worker' | 'unassigned' | 'other' | 'office' | 'admin';

/** A person of the access matrix. */
export type Actor = Pick<Person, 'id' | 'email' | 'roleName' | 'rest'>;

/** The people of the access matrix, and what belongs to them. */
export interface MatrixWorld {
  roles: RoleIds;
  people: Record<PersonName, Actor>;
  /** Clients without a person: with no token, and with the publishable key as one. */
  visitors: Record<'visitor' | 'key', Rest>;
  /** An account whose record is missing, as if the trigger had never run. */
  rowless: { id: string; email: string };
  /** A participant and their assistant: assigned and granted to `worker`. */
  participantId: string;
  assistants: { participant: string };
  /** The REST interface as the server itself; throws on failure. */
  asServer: Rest;
}

/** A running product with the people of the access matrix in it. */
export interface World extends MatrixWorld {
  server: TestServer;
  people: Record<PersonName, Person>;
  stop(): Promise<void>;
}

/** World of the current test file. */
export let world: World;

/** Runs the tests of a file in a separate world. */
export function inOwnWorld(): void {
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.stop());
}

/** Starts the product with its demo data and creates the people. */
async function createWorld(): Promise<World> {
  const server = await startTestServer({
    seed: true,
    functionSettings: { demoDelayMs: 0, sendsPerMinute: 10_000 },
  });
  const roles = await readRoleIds(server);
  const asServer = serverRest(server);
  const people = {
    worker: await createPerson(server, roles),
    unassigned: await createPerson(server, roles),
    other: await createPerson(server, roles),
    office: await createPerson(server, roles, 'office'),
    admin: await createPerson(server, roles, 'admin'),
  };
  const rowless = await createAccount(server);
  await asServer('users', { method: 'DELETE', query: equal({ id: rowless.id }) });

  const mine = await layParticipantWithAssistant(asServer, people.worker);
  await layParticipantWithAssistant(asServer, people.other);
  const { url: origin, publishableKey: apikey } = server;
  return {
    server,
    roles,
    people,
    visitors: {
      visitor: restOf({ origin, apikey }),
      key: restOf({ origin, apikey, token: apikey }),
    },
    rowless,
    participantId: mine.participantId,
    assistants: { participant: mine.assistantId },
    asServer,
    stop: () => server.stop(),
  };
}

/** Creates a participant with an assistant; the person is assigned to the participant and granted the assistant. */
export async function layParticipantWithAssistant(asServer: Rest, person: Pick<Person, 'id'>) {
  const participantId = randomUUID();
  const assistantId = randomUUID();
  await asServer('participants', {
    method: 'POST',
    body: { id: participantId, display_name: 'Someone Supported' },
  });
  await asServer('assistants', {
    method: 'POST',
    body: {
      id: assistantId,
      label: 'Their assistant',
      kind: 'participant',
      openai_assistant_id: 'asst_matrix',
      participant_id: participantId,
    },
  });
  await asServer('participant_assignments', {
    method: 'POST',
    body: { participant_id: participantId, user_id: person.id },
  });
  await asServer('assistant_access', {
    method: 'POST',
    body: { assistant_id: assistantId, user_id: person.id },
  });
  return { participantId, assistantId };
}
