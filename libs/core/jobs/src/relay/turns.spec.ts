import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomFor, takeTurns } from './turns.js';

const line = fc
  .uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 })
  .chain((names) =>
    fc.tuple(...names.map((tenantId) => fc.record({ tenantId: fc.constant(tenantId), free: fc.nat(8) }))),
  );

describe('turns', () => {
  it('go round: each tenant has one before any tenant has two', () => {
    const turns = takeTurns(
      [
        { tenantId: 'a', free: 6 },
        { tenantId: 'b', free: 1 },
        { tenantId: 'c', free: 6 },
      ],
      6,
    );
    expect([...turns]).toEqual([
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('fill the room, and never give a tenant more than it may have', () => {
    fc.assert(
      fc.property(line, fc.nat(40), (tenants, room) => {
        const turns = takeTurns(tenants, room);
        const given = [...turns.values()].reduce((sum, chunks) => sum + chunks, 0);
        const wanted = tenants.reduce((sum, { free }) => sum + free, 0);
        expect(given).toBe(Math.min(room, wanted));
        for (const { tenantId, free } of tenants) expect(turns.get(tenantId) ?? 0).toBeLessThanOrEqual(free);
      }),
    );
  });

  it('are even: a tenant has two more than another only if the other one may have no more', () => {
    fc.assert(
      fc.property(line, fc.nat(40), (tenants, room) => {
        const turns = takeTurns(tenants, room);
        const most = Math.max(0, ...turns.values());
        for (const { tenantId, free } of tenants) {
          const own = turns.get(tenantId) ?? 0;
          if (own < most - 1) expect(own).toBe(free);
        }
      }),
    );
  });
});

describe('the room of a queue', () => {
  it('is the number of chunks that can run at a time, less those that wait', () => {
    expect(roomFor(8, 1, 0)).toEqual({ chunks: 8, perTenant: 6 });
    expect(roomFor(8, 1, 5)).toMatchObject({ chunks: 3 });
    expect(roomFor(8, 1, 20)).toMatchObject({ chunks: 0 });
  });

  it('grows with the processes', () => {
    expect(roomFor(8, 3, 0)).toEqual({ chunks: 24, perTenant: 18 });
  });

  it('gives a tenant fewer chunks than its share if the kind has such a limit', () => {
    expect(roomFor(24, 1, 0, 2)).toEqual({ chunks: 24, perTenant: 2 });
    expect(roomFor(24, 3, 0, 2)).toEqual({ chunks: 72, perTenant: 6 });
    expect(roomFor(2, 1, 0, 2)).toEqual({ chunks: 2, perTenant: 1 });
  });

  it('has a place for one tenant, and for a second one if concurrency is above 1', () => {
    expect(roomFor(1, 1, 0)).toEqual({ chunks: 1, perTenant: 1 });
    for (let concurrency = 2; concurrency < 50; concurrency += 1) {
      expect(roomFor(concurrency, 1, 0).perTenant).toBeLessThan(concurrency);
    }
  });
});
