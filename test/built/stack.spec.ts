import { expect, inject, it } from 'vitest';

const { dev } = inject('builtStack');

it.each(Object.entries(dev.urls).filter(([name]) => name !== 'inbox'))(
  '%s of the built product is ready',
  async (_, url) => {
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(200);
  },
);
