import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APPS } from './apps.js';

it('every folder of apps/ has an entry in the registry of the apps', () => {
  const folders = readdirSync(new URL('../../apps', import.meta.url), { withFileTypes: true });
  const names = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  expect(APPS.map(({ name }) => name).sort()).toEqual(names.sort());
});
