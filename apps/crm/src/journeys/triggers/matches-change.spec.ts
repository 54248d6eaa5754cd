import { expect, it } from 'vitest';
import type { TriggerParameters } from '../definition/journey-trigger.js';
import { matchesChange } from './matches-change.js';

const stage = { fields: ['estagio'], before: { estagio: 'novo' }, after: { estagio: 'cliente' } };
const tags = { fields: ['marcadores'], before: { marcadores: ['a', 'b'] }, after: { marcadores: ['b', 'VIP'] } };
const emptied = { fields: ['cidade'], before: { cidade: 'São Paulo' }, after: {} };

it.each<[TriggerParameters, typeof stage | typeof tags | typeof emptied, boolean]>([
  [{ field: 'estagio' }, stage, true],
  [{ field: 'cidade' }, stage, false],
  [{ field: 'estagio', to: 'cliente' }, stage, true],
  [{ field: 'estagio', to: 'CLIENTE' }, stage, true],
  [{ field: 'estagio', from: 'novo', to: 'cliente' }, stage, true],
  [{ field: 'estagio', from: 'contatado', to: 'cliente' }, stage, false],
  [{ field: 'estagio', to: 'novo' }, stage, false],
  [{ field: 'marcadores', to: 'vip' }, tags, true],
  [{ field: 'marcadores', to: 'b' }, tags, false],
  [{ field: 'marcadores', from: 'a' }, tags, true],
  [{ field: 'marcadores', from: 'b' }, tags, false],
  [{ field: 'cidade', to: null }, emptied, true],
  [{ field: 'cidade', from: 'sao paulo', to: null }, emptied, true],
  [{ field: 'cidade', from: null }, emptied, false],
  [{}, stage, false],
])('a journey that waits for %j', (parameters, change, expected) => {
  expect(matchesChange(parameters, change)).toBe(expected);
});
