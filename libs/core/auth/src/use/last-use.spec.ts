import { describe, expect, it } from 'vitest';
import type { Id } from '#libs/core/persistence';
import { KeyUse, KeyUseReporter } from '../index.js';

class Reports extends KeyUseReporter {
  readonly taken: { keyId: Id<'key'>; at: Date }[][] = [];
  down = false;

  async report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    if (this.down) throw new Error('away');
    this.taken.push(uses);
  }
}

function keyUse() {
  const reports = new Reports();
  return { reports, use: new KeyUse(reports) };
}

describe('KeyUse', () => {
  it('reports each key once, with its last use', async () => {
    const { reports, use } = keyUse();
    for (const keyId of ['key_1', 'key_2', 'key_1'] as const) use.record(keyId);
    await use.flush();
    await use.flush();
    expect(reports.taken).toHaveLength(1);
    expect(reports.taken[0]?.map(({ keyId }) => keyId)).toEqual(['key_1', 'key_2']);
    await use.onModuleDestroy();
  });

  it('keeps uses that identity did not store, without overwriting later ones', async () => {
    const { reports, use } = keyUse();
    use.record('key_1');
    reports.down = true;
    await use.flush();
    reports.down = false;
    use.record('key_2');
    await use.flush();
    expect(
      reports.taken
        .flat()
        .map(({ keyId }) => keyId)
        .sort(),
    ).toEqual(['key_1', 'key_2']);
    await use.onModuleDestroy();
  });

  it('reports the remaining uses when the app stops', async () => {
    const { reports, use } = keyUse();
    use.record('key_1');
    await use.onModuleDestroy();
    expect(reports.taken.flat()).toHaveLength(1);
  });
});
