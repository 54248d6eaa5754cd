import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { monthAfter, monthBounds, monthlyPartitionSql, partitionName } from './partitions.js';

const november = new Date('2026-11-01');

describe('a monthly partition', () => {
  it('is named after its series and month', () => {
    expect(partitionName({ name: 'message_sms' }, new Date('2026-11-22'))).toBe('message_sms_2026_11');
    expect(
      monthlyPartitionSql({ table: 'message', name: 'message_sms', ids: 'sms', fillFactor: 50 }, november),
    ).toMatch(
      /^create table if not exists message_sms_2026_11 partition of message for values from \('sms_.*fillfactor = 50\)$/,
    );
  });

  it('ends where the next begins', () => {
    for (const ids of ['msg', 'uuid'] as const) {
      expect(monthBounds({ ids }, november)[1]).toBe(monthBounds({ ids }, monthAfter(november, 1))[0]);
    }
  });

  it('holds every UUIDv7 of its month and no other', () => {
    const [from, to] = monthBounds({ ids: 'uuid' }, november);
    const at = (time: string, fill: number) =>
      v7({ msecs: Date.parse(time), seq: 0, random: new Uint8Array(16).fill(fill) });
    for (const fill of [0, 255]) {
      expect(at('2026-11-01T00:00:00.000Z', fill) >= from).toBe(true);
      expect(at('2026-11-30T23:59:59.999Z', fill) < to).toBe(true);
      expect(at('2026-10-31T23:59:59.999Z', fill) < from).toBe(true);
      expect(at('2026-12-01T00:00:00.000Z', fill) >= to).toBe(true);
    }
  });
});
