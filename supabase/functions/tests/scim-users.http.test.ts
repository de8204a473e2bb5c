import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ScimServer, USER } from './support/scim-server.ts';

let host: ScimServer;

beforeAll(async () => {
  host = await ScimServer.start();
});
afterAll(() => host.stop());

describe('RFC 7644', () => {
  test('SCIM-04 section 3.3: a user is created, with location, version and type', async () => {
    const email = host.newEmail();
    const { status, headers, body } = await host.create(email.toUpperCase(), {
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/scim+json');
    const location = `${host.server.url}/scim/v2/Users/${body.id}`;
    expect(headers.get('location')).toBe(location);
    expect(body).toEqual({
      schemas: [USER],
      id: expect.any(String),
      externalId: 'bjensen',
      userName: email,
      name: { formatted: 'Barbara Jensen', givenName: 'Barbara', familyName: 'Jensen' },
      displayName: 'Ms. Barbara J Jensen III',
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
      groups: [],
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
        location,
        version: headers.get('etag'),
      },
    });
  });

  test('SCIM-04 section 3.4.1: a user is read, and one that does not exist is 404', async () => {
    const created = await host.create(host.newEmail());
    const { status, body } = await host.send('GET', `/Users/${created.body.id}`);
    expect({ status, body }).toEqual({ status: 200, body: created.body });
    for (const id of ['2819c223-7f76-453a-919d-413861904646', 'bjensen', '%27%3B--']) {
      const missing = await host.send('GET', `/Users/${id}`);
      expect(missing.status).toBe(404);
      expect(missing.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '404',
      });
    }
  });

  test('SCIM-04 section 3.3.1: a second user with the name or identifier is refused', async () => {
    const email = host.newEmail();
    await host.create(email, { externalId: 'once' });
    const same = await host.create(email.toUpperCase());
    expect(same.status).toBe(409);
    expect(same.body).toMatchObject({ scimType: 'uniqueness', status: '409' });
    const other = host.newEmail();
    expect(await host.create(other, { externalId: 'once' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect((await host.filter(`userName eq "${other}"`)).body['totalResults']).toBe(0);
  });

  test('SCIM-04 section 3.5.1: PUT replaces the attributes, and keeps active if it is missing', async () => {
    const email = host.newEmail();
    const { body } = await host.create(email, { externalId: 'put', displayName: 'Barbara' });
    await host.patch(`/Users/${body.id}`, { op: 'replace', path: 'active', value: false });
    const renamed = host.newEmail();
    const replaced = await host.send('PUT', `/Users/${body.id}`, {
      schemas: [USER],
      id: body.id,
      userName: renamed,
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      roles: [],
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      userName: renamed,
      displayName: 'Barbara Jensen',
      active: false,
    });
    expect(replaced.body).not.toHaveProperty('externalId');
    expect(replaced.headers.get('etag')).not.toBe((await host.create(email)).headers.get('etag'));
  });

  test('SCIM-04 section 3.5.2: PATCH adds, replaces and removes', async () => {
    const { body } = await host.create(host.newEmail());
    const path = `/Users/${body.id}`;
    const added = await host.patch(path, {
      op: 'add',
      value: { displayName: 'Babs', name: { familyName: 'Jensen' }, nickName: 'Babs' },
    });
    expect(added.body).toMatchObject({ displayName: 'Babs', name: { familyName: 'Jensen' } });
    const replaced = await host.patch(
      path,
      { op: 'replace', path: 'name.givenName', value: 'Barbara' },
      { op: 'replace', path: `${USER}:externalId`, value: 'patched' },
    );
    expect(replaced.body).toMatchObject({
      externalId: 'patched',
      name: { givenName: 'Barbara', familyName: 'Jensen' },
    });
    const removed = await host.patch(path, { op: 'remove', path: 'displayName' });
    expect(removed.status).toBe(200);
    expect(removed.body).not.toHaveProperty('displayName');
  });

  test('SCIM-04 section 3.9: a query selects attributes', async () => {
    const { body } = await host.create(host.newEmail(), { displayName: 'Babs' });
    const some = await host.send('GET', `/Users/${body.id}?attributes=userName,name.givenName`);
    expect(Object.keys(some.body).sort()).toEqual(['id', 'schemas', 'userName']);
    const others = await host.send('GET', `/Users/${body.id}?excludedAttributes=${USER}:emails`);
    expect(others.body).not.toHaveProperty('emails');
    expect(others.body).toHaveProperty('displayName');
  });
});

describe('lists', () => {
  test('SCIM-10 pages follow each other, and odd numbers give the nearest page', async () => {
    for (let count = 0; count < 3; count += 1) await host.create(host.newEmail());
    const { body } = await host.send('GET', '/Users');
    const all = (body['Resources'] as { id: string }[]).map(({ id }) => id);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: all.length,
      startIndex: 1,
      itemsPerPage: all.length,
    });
    const page = async (query: string) => {
      const list = (await host.send('GET', `/Users?${query}`)).body;
      expect(list['totalResults']).toBe(all.length);
      return (list['Resources'] as { id: string }[]).map(({ id }) => id);
    };
    expect(await page('startIndex=2&count=2')).toEqual(all.slice(1, 3));
    expect(await page('startIndex=0&count=1')).toEqual(all.slice(0, 1));
    expect(await page('startIndex=-5&count=1')).toEqual(all.slice(0, 1));
    expect(await page('count=0')).toEqual([]);
    expect(await page('count=-1')).toEqual([]);
    expect(await page('startIndex=999999999')).toEqual([]);
    for (const query of ['startIndex=two', 'count=1.5', 'count=99999999999', 'startIndex=1e3'])
      expect(await host.send('GET', `/Users?${query}`)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      });
  });

  test('SCIM-10 a page has at most 100 users', async () => {
    await host.sql`
      insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'many-' || number || '@scim.example', now()
      from generate_series(1, 101) as number`;
    const { body } = await host.send('GET', '/Users?count=1000');
    expect(body['itemsPerPage']).toBe(100);
    expect(body['totalResults']).toBeGreaterThan(100);
    await host.sql`delete from auth.users where email like 'many-%'`;
  });
});

describe('the forms of directories', () => {
  test('SCIM-04 Entra ID deactivates with the text False, and reactivates', async () => {
    const { body } = await host.create(host.newEmail());
    const path = `/Users/${body.id}`;
    const off = await host.patch(path, { op: 'Replace', path: 'active', value: 'False' });
    expect(off).toMatchObject({ status: 200, body: { active: false } });
    const on = await host.patch(path, { op: 'Add', path: 'active', value: 'True' });
    expect(on.body['active']).toBe(true);
  });

  test('SCIM-04 Entra ID sends values with dotted names, and attributes that are not stored', async () => {
    const email = host.newEmail();
    const { status, body } = await host.create(email, {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: 'entra-1',
      active: true,
      emails: [{ primary: true, type: 'work', value: email }],
      name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given' },
      title: 'Carer',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Care' },
    });
    expect(status).toBe(201);
    const changed = await host.patch(
      `/Users/${body.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'AU' },
      {
        op: 'Replace',
        value: {
          displayName: 'Given F',
          'name.familyName': 'F',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Office',
        },
      },
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { displayName: 'Given F', name: { givenName: 'Given', familyName: 'F' } },
    });
  });

  test('SCIM-04 Okta finds no user, creates one, and deactivates with a value', async () => {
    const email = host.newEmail();
    expect((await host.filter(`userName eq "${email}"`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const { body } = await host.create(email, {
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: email, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    const off = await host.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } });
    expect(off).toMatchObject({ status: 200, body: { active: false } });
    await expect(host.server.signIn(email, '1mz050nq')).rejects.toThrow('invalid_credentials');
  });
});

describe('what directories leave out or write differently', () => {
  test.each([
    ['no schemas', {}],
    ['an empty list', { schemas: [] }],
    ['null', { schemas: null }],
    ['one text', { schemas: USER }],
    ['another case', { SCHEMAS: [USER.toUpperCase()] }],
  ])('SCIM-12 schemas may be left out: %s', async (_, schemas) => {
    const email = host.newEmail();
    const created = await host.send('POST', '/Users', { ...schemas, USERNAME: email });
    expect(created).toMatchObject({ status: 201, body: { userName: email, active: true } });
    const path = `/Users/${created.body.id}`;
    const replaced = await host.send('PUT', path, { ...schemas, userName: email, active: 'False' });
    expect(replaced).toMatchObject({ status: 200, body: { active: false } });
    const patched = await host.send('PATCH', path, {
      ...('schemas' in schemas && Array.isArray(schemas.schemas) ? { schemas: [] } : {}),
      operations: [{ OP: 'Replace', Path: 'Active', Value: 'True' }],
    });
    expect(patched).toMatchObject({ status: 200, body: { active: true } });
  });

  test.each([
    [{ op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [{ op: 'REPLACE', value: { active: 'False' } }, { active: false }],
    [{ op: 'Add', path: 'active', value: [{ $ref: null, value: 'False' }] }, { active: false }],
    [{ op: 'Add', path: 'displayName', value: [{ value: 'Jo' }] }, { displayName: 'Jo' }],
    [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'x@scim.example' }, {}],
    [{ op: 'Replace', path: 'emails', value: [{ type: 'work', value: 'x@scim.example' }] }, {}],
    [
      {
        op: 'Replace',
        value: {
          'emails[type eq "work"].value': 'x@scim.example',
          'name.givenName': 'Jo',
          active: false,
        },
      },
      { active: false, name: { givenName: 'Jo' } },
    ],
    [{ op: 'Remove', path: 'emails[type eq "work"]' }, {}],
    [{ op: 'Replace', path: `${USER}:active`, value: 'fAlSe' }, { active: false }],
  ])('SCIM-12 an operation is read: %j', async (operation, changed) => {
    const email = host.newEmail();
    const { body } = await host.create(email, { externalId: email });
    const answer = await host.patch(`/Users/${body.id}`, operation);
    expect(answer).toMatchObject({ status: 200, body: { userName: email, ...changed } });
  });
});
