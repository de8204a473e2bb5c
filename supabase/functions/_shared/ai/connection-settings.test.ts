import { expect, test } from 'vitest';
import { parseConnections, readConnectionPlace } from './connection-settings.ts';

const sydney = {
  name: 'sydney',
  address: 'https://ai.example.org/v1/',
  keyVariable: 'AI_SYDNEY_KEY',
  model: 'm-2',
  models: ['m-2', 'm-3'],
  region: 'australiaeast',
  deployment: 'Data zone',
};
const variables = { AI_SYDNEY_KEY: ' sk-2 ' };
const parse = (...connections: object[]) =>
  parseConnections(JSON.stringify(connections), variables);

test('PROV-13 connections are read from a file, their keys from variables', () => {
  const local = {
    name: 'local',
    provider: 'chat',
    address: 'http://gpu:8000/v1',
    webSearch: false,
  };
  expect(parse(sydney, local)).toEqual([
    {
      name: 'sydney',
      kind: 'responses',
      baseUrl: 'https://ai.example.org/v1',
      apiKey: 'sk-2',
      model: 'm-2',
      models: ['m-2', 'm-3'],
      region: 'australiaeast',
      deployment: 'Data zone',
    },
    { name: 'local', kind: 'chat', baseUrl: 'http://gpu:8000/v1', webSearch: false },
  ]);
});

test.each<[object[], string]>([
  [[{ ...sydney, name: 'Sydney hidden' }], '0.name: must be a short word in lower case'],
  [[{ ...sydney, name: 'chat' }], '0.name: must be another name than default'],
  [[sydney, sydney], 'two connections have the name sydney'],
  [[{ ...sydney, address: 'hidden.example.org' }], '0.address: must be an address'],
  [[{ ...sydney, apiKey: 'hidden' }], '0: apiKey is no setting of a connection'],
  [[{ ...sydney, provider: 'hidden' }], '0.provider: must be responses or chat'],
  [[{ ...sydney, keyVariable: 'AI_HIDDEN' }], 'Set AI_HIDDEN to the key of the connection sydney'],
  [[{ ...sydney, region: '<hidden>' }], '0.region: must be at most 60'],
])('PROV-13 a wrong file is refused with what is wrong, without a value: %j', (file, message) => {
  expect(() => parse(...file)).toThrow(message);
  expect(() => parse(...file)).not.toThrow(/hidden/);
});

test('PROV-13 a file that is no JSON is refused', () => {
  expect(() => parseConnections('{', {})).toThrow('HOMIE_AI_FILE is not valid JSON');
});

test('PROV-14 region and kind of deployment are read from variables', () => {
  const given = { AI_REGION: 'australiaeast', AI_DEPLOYMENT: ' Regional ' };
  expect(readConnectionPlace(given)).toEqual({ region: 'australiaeast', deployment: 'Regional' });
  expect(readConnectionPlace({ AI_REGION: ' ' })).toEqual({});
  expect(() => readConnectionPlace({ AI_REGION: '<b>' })).toThrow('Set AI_REGION');
});
