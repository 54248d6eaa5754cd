import { describe, expect, it } from 'vitest';
import { MAX_NAMED, TenantChange } from './tenant-change.js';

const idsTo = (count: number) => Array.from({ length: count }, (_, n) => `msg_${n}`);

function changeOf(ids: readonly string[]): TenantChange {
  const change = new TenantChange();
  for (const id of ids) change.of('messages.updated').add(id);
  return change;
}

const updatedOf = (change: TenantChange) => {
  const { ids, count } = change.of('messages.updated');
  return { ids: [...ids], count };
};

describe('a change of a tenant', () => {
  it('names each id once', () => {
    expect(updatedOf(changeOf(['a', 'b', 'a']))).toEqual({ ids: ['a', 'b'], count: 2 });
  });

  it('names as many as an event holds, and counts more', () => {
    expect(updatedOf(changeOf(idsTo(MAX_NAMED))).ids).toHaveLength(MAX_NAMED);
    expect(updatedOf(changeOf(idsTo(MAX_NAMED + 3)))).toEqual({ ids: [], count: MAX_NAMED + 3 });
  });

  it('is read as it was written, and takes up what came after it', () => {
    const change = changeOf(['a', 'b']);
    change.of('campaigns.changed').add('cam_1');
    const read = TenantChange.ofText(change.toText());
    expect(read).toEqual(change);
    read.add(changeOf(['b', 'c']));
    expect(updatedOf(read)).toEqual({ ids: ['a', 'b', 'c'], count: 3 });
    read.add(TenantChange.ofText(changeOf(idsTo(MAX_NAMED + 1)).toText()));
    expect(updatedOf(read)).toEqual({ ids: [], count: MAX_NAMED + 4 });
    read.add(new TenantChange().markLarge());
    expect(TenantChange.ofText(read.toText()).isLarge).toBe(true);
  });

  it('of nothing is an empty text', () => {
    expect(new TenantChange().toText()).toBe('{}');
    expect(TenantChange.ofText('{}')).toEqual(new TenantChange());
  });

  it.each(['', 'null', '{"messages.created":true}', '{'])('that cannot be read is a large one: %j', (text) => {
    expect(TenantChange.ofText(text).isLarge).toBe(true);
  });
});
