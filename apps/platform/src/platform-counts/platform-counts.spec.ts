import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { PlatformCountsService } from './platform-counts.service.js';
import { PlatformTally } from './platform-tally.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let counts: PlatformCountsService;

beforeAll(async () => {
  counts = stack.app.get(PlatformCountsService, { strict: false });
});
const at = (time: string) => new Date(`2090-01-01T${time}Z`);

async function since(time: string, channel: string): Promise<number | undefined> {
  return (await counts.listSince(at(time))).find((one) => one.channel === channel)?.count;
}

describe('the counts since a moment', () => {
  beforeAll(async () => {
    for (const [hour, count] of [
      ['09:00:00', 1_000],
      ['10:00:00', 150],
      ['11:00:00', 200],
    ] as const) {
      await stack.sql(`insert into platform_count values ($1, 'test', 'sent', $2)`, [at(hour), count]);
    }
    for (const [minute, count] of [
      ['10:30:00', 100],
      ['10:35:00', 130],
    ] as const) {
      await stack.sql(`insert into platform_sample values ($1, 'test', 'sent', $2)`, [at(minute), count]);
    }
  });

  it('are the rest of its hour and the hours after it', async () => {
    expect(await since('10:35:40', 'test')).toBe(150 - 130 + 200);
    expect(await since('10:34:59', 'test')).toBe(150 - 100 + 200);
    expect(await since('11:00:00', 'test')).toBe(200);
  });

  it('start at the first later sample of the hour if there is none before, and at the hour if there is none', async () => {
    expect(await since('10:05:00', 'test')).toBe(150 - 100 + 200);
    expect(await since('09:59:00', 'test')).toBe(1_000 + 150 + 200);
  });
});

describe('the counts of processes', () => {
  it('are added up, and retried if they cannot be written', async () => {
    const tally = stack.app.get(PlatformTally, { strict: false });
    const sum = async () =>
      (await stack.sql<{ count: string }>(`select count from platform_count where channel = 'mine'`))[0]?.count;
    tally.count('mine', 'x');
    tally.count('mine', 'x');
    await tally.write();
    tally.count('mine', 'x');
    await Promise.all([tally.write(), tally.write()]);
    expect(await sum()).toBe('3');
    await stack.sql('revoke insert on platform_count from platform_system');
    tally.count('mine', 'x');
    await tally.write();
    await stack.sql('grant insert on platform_count to platform_system');
    tally.count('mine', 'x');
    await tally.write();
    expect(await sum()).toBe('5');
  });
});
