import { expect, it } from 'vitest';
import { schemaDifferencesOf } from '../../../test/support/schema.js';
import { ENTITIES } from './entities.js';

it('the entities describe the tables that the migrations make', async () => {
  expect(await schemaDifferencesOf('mail', ENTITIES)).toEqual([]);
});
