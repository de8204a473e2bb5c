import { Hono } from 'hono';
import { BASE_PATH, GROUP_SCHEMA, MAX_RESULTS, USER_SCHEMA } from './scim-context.ts';
import { listResponse, ScimError, scimResponse } from './scim-response.ts';

interface Attribute {
  name: string;
  type: string;
  mutability: 'readOnly' | 'readWrite';
  required?: boolean;
  multiValued?: boolean;
  uniqueness?: 'none' | 'server';
  subAttributes?: readonly object[];
}

function describe(attribute: Attribute): object {
  return {
    required: false,
    multiValued: false,
    caseExact: false,
    returned: 'default',
    uniqueness: 'none',
    description: '',
    ...attribute,
  };
}

const text = (name: string, mutability: Attribute['mutability'] = 'readWrite') =>
  describe({ name, type: 'string', mutability });

const SCHEMAS = [
  {
    id: USER_SCHEMA,
    name: 'User',
    description: 'User Account',
    attributes: [
      describe({
        name: 'userName',
        type: 'string',
        mutability: 'readWrite',
        required: true,
        uniqueness: 'server',
      }),
      describe({
        name: 'externalId',
        type: 'string',
        mutability: 'readWrite',
        uniqueness: 'server',
      }),
      text('displayName'),
      describe({
        name: 'name',
        type: 'complex',
        mutability: 'readWrite',
        subAttributes: [text('formatted'), text('givenName'), text('familyName')],
      }),
      describe({ name: 'active', type: 'boolean', mutability: 'readWrite' }),
      describe({
        name: 'emails',
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [text('value', 'readOnly'), text('type', 'readOnly')],
      }),
      describe({
        name: 'groups',
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [text('value', 'readOnly'), text('display', 'readOnly')],
      }),
    ],
  },
  {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'A role of the product',
    attributes: [
      text('displayName', 'readOnly'),
      describe({
        name: 'members',
        type: 'complex',
        multiValued: true,
        mutability: 'readWrite',
        subAttributes: [text('value'), text('display', 'readOnly')],
      }),
    ],
  },
];

const FEATURES = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of HOMIE_SCIM_TOKEN',
      primary: true,
    },
  ],
};

/** Creates the routes by which a directory learns what the server supports. */
export function createDiscoveryRoutes(siteUrl: string): Hono {
  const locate = (path: string) => `${siteUrl}${BASE_PATH}/${path}`;
  const schemas = SCHEMAS.map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: locate(`Schemas/${schema.id}`) },
  }));
  const types = SCHEMAS.map(({ id, name, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description,
    endpoint: `/${name}s`,
    schema: id,
    meta: { resourceType: 'ResourceType', location: locate(`ResourceTypes/${name}`) },
  }));
  const find = (resources: readonly { id: string }[], id: string) => {
    const found = resources.find((resource) => resource.id === id);
    if (!found) throw new ScimError(404, 'Resource not found');
    return scimResponse(found);
  };
  const list = (resources: readonly object[]) =>
    scimResponse(listResponse(resources, resources.length, 1));

  return new Hono()
    .get('/ServiceProviderConfig', () =>
      scimResponse({
        ...FEATURES,
        meta: { resourceType: 'ServiceProviderConfig', location: locate('ServiceProviderConfig') },
      }),
    )
    .get('/ResourceTypes', () => list(types))
    .get('/ResourceTypes/:id', ({ req }) => find(types, req.param('id')))
    .get('/Schemas', () => list(schemas))
    .get('/Schemas/:id', ({ req }) => find(schemas, req.param('id')));
}
