import { existsSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { APPS } from '../../scripts/stack/apps.js';

const { dev } = inject('builtStack');

it.each(APPS)('every operation of $name is called by a spec of its own', ({ name }) => {
  expect(existsSync(new URL(`rest-${name}.spec.ts`, import.meta.url))).toBe(true);
});

it.each(Object.entries(dev.urls).filter(([name]) => name !== 'inbox'))(
  '%s of the built product is ready',
  async (_, url) => {
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(200);
  },
);
