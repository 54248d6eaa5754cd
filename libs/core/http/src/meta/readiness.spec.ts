import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { ReadinessRegistry } from './readiness.js';

const registryOf = (checks: Record<string, () => Promise<unknown>>): ReadinessRegistry => {
  const registry = new ReadinessRegistry();
  for (const [name, check] of Object.entries(checks)) registry.register(name, check);
  return registry;
};

describe('readiness', () => {
  it('is given if every dependency answers', async () => {
    expect(await registryOf({ postgres: () => Promise.resolve(1) }).problem()).toBeUndefined();
  });

  it('names what fails and why, without a password', async () => {
    const checks = {
      redis: () => Promise.reject(new Error('cannot reach redis://app:hush@127.0.0.1:1')),
      other: async () => 1,
    };
    expect(await registryOf(checks).problem()).toBe('redis: cannot reach redis://app:***@127.0.0.1:1');
  });

  it('does not break on a check that throws at once', async () => {
    const throwing = () => {
      throw new Error('broken');
    };
    expect(await registryOf({ disk: throwing }).problem()).toBe('disk: broken');
  });

  it('is given without what is not needed, which is named apart', async () => {
    const registry = registryOf({ postgres: async () => 1 });
    registry.register('events', () => Promise.reject(new Error('away')), { isNeeded: false });
    expect([await registry.problem(), await registry.loss()]).toEqual([undefined, 'events: away']);
  });

  it('fails within two seconds if a dependency hangs', async () => {
    const startedAt = performance.now();
    const problem = await registryOf({ postgres: () => new Promise(() => undefined) }).problem();
    expect(problem).toBe('postgres: no answer within 2 s');
    expect(performance.now() - startedAt).toBeLessThan(patient(2_500));
  });
});
