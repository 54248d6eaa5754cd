import { describe, expect, it } from 'vitest';
import { GroupCommitter } from './group-commit.js';

/** A store whose commits finish one by one, at each call of `open`. */
function gatedStore() {
  const groups: string[][] = [];
  const gates: (() => void)[] = [];
  const commit = async (items: string[]): Promise<string[]> => {
    groups.push(items);
    await new Promise<void>((open) => gates.push(open));
    if (items.includes('bad')) throw new Error('refused');
    return items.map((item) => `${item} done`);
  };
  const open = async () => {
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { groups, commit, open };
}

/** A store whose commits finish at once. */
function quickStore() {
  const groups: string[][] = [];
  const commit = async (items: string[]): Promise<string[]> => {
    groups.push(items);
    return items;
  };
  return { groups, commit };
}

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('group commit', () => {
  it('calls back for items that nobody awaits, each with its own outcome', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10 });
    const outcomes: unknown[] = [];
    const add = (item: string) =>
      committer.add(
        item,
        (result) => outcomes.push(result),
        (error) => outcomes.push((error as Error).message),
      );
    add('a');
    add('b');
    add('bad');
    for (let commits = 0; commits < 4; commits += 1) await open();
    expect(groups).toEqual([['a'], ['b', 'bad'], ['b'], ['bad']]);
    expect(outcomes).toEqual(['a done', 'b done', 'refused']);
  });

  it('commits a single item at once', async () => {
    const { groups, commit, open } = gatedStore();
    const result = new GroupCommitter(commit, { maxItems: 10 }).submit('a');
    expect(groups).toEqual([['a']]);
    await open();
    await expect(result).resolves.toBe('a done');
  });

  it('puts what arrives during a commit into the next one', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10 });
    const results = ['a', 'b', 'c'].map((item) => committer.submit(item));
    await open();
    expect(groups).toEqual([['a'], ['b', 'c']]);
    await open();
    await expect(Promise.all(results)).resolves.toEqual(['a done', 'b done', 'c done']);
  });

  it('waits lingerMs for more items if the group is not full', async () => {
    const { groups, commit } = quickStore();
    const committer = new GroupCommitter(commit, { maxItems: 3, lingerMs: 20 });
    const first = committer.submit('a');
    const second = new Promise((resolve) => setImmediate(resolve)).then(() => committer.submit('b'));
    await Promise.all([first, second]);
    await Promise.all(['c', 'd', 'e', 'f'].map((item) => committer.submit(item)));
    expect(groups).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
  });

  it('lingers no longer once no item has come for quietMs', async () => {
    const { groups, commit } = quickStore();
    const committer = new GroupCommitter(commit, { maxItems: 3, lingerMs: 60_000, quietMs: 20 });
    const first = committer.submit('a');
    const second = new Promise((resolve) => setImmediate(resolve)).then(() => committer.submit('b'));
    await Promise.all([first, second]);
    expect(groups).toEqual([['a', 'b']]);
  });

  it('lingers for lingerMs at most, however often items come', async () => {
    const { groups, commit } = quickStore();
    const committer = new GroupCommitter(commit, { maxItems: Infinity, lingerMs: 30, quietMs: 20 });
    const items: Promise<string>[] = [];
    while (groups.length === 0) {
      items.push(committer.submit('a'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(items);
    expect(groups[0]!.length).toBeGreaterThan(1);
  });

  it('lingers no longer once all items that are expected wait', async () => {
    const { groups, commit } = quickStore();
    const expected = ['a', 'b', 'c'];
    const committer = new GroupCommitter(commit, { maxItems: 10, lingerMs: 60_000, expected: () => expected.length });
    const results = expected.map((item, turn) => afterTurns(turn).then(() => committer.submit(item)));
    await Promise.all(results);
    expect(groups).toEqual([['a', 'b', 'c']]);
  });

  it('commits an item at once if no other is expected', async () => {
    const { groups, commit } = quickStore();
    const options = { maxItems: 10, lingerMs: 60_000, restMs: 20, expected: () => 1 };
    const committer = new GroupCommitter(commit, options);
    for (const item of ['a', 'b']) await committer.submit(item);
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('does not wait for expected items that do not come', async () => {
    const { groups, commit } = quickStore();
    const options = { maxItems: 10, lingerMs: 60_000, quietMs: 20, expected: () => 2 };
    await new GroupCommitter(commit, options).submit('a');
    expect(groups).toEqual([['a']]);
  });

  it('lingers no longer once a group is full', async () => {
    const { groups, commit } = quickStore();
    const committer = new GroupCommitter(commit, { maxItems: 2, lingerMs: 60_000 });
    await Promise.all(['a', 'b'].map((item, turn) => afterTurns(turn).then(() => committer.submit(item))));
    expect(groups).toEqual([['a', 'b']]);
  });

  it('begins a group at once if the last one ended restMs ago, else waits for more items until then', async () => {
    const { groups, commit } = quickStore();
    const committer = new GroupCommitter(commit, { maxItems: 3, restMs: 20 });
    const ended = committer.submit('a').then(() => performance.now());
    expect(groups).toEqual([['a']]);
    const next = committer.submit('b');
    await ended;
    await Promise.all([next, committer.submit('c')]);
    expect(groups).toEqual([['a'], ['b', 'c']]);
    expect(performance.now() - (await ended)).toBeGreaterThan(15);
  });

  it('does not rest before a group that is full', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 2, restMs: 60_000 });
    const results = ['a', 'b', 'c'].map((item) => committer.submit(item));
    for (let turn = 0; turn < 2; turn += 1) await open();
    await Promise.all(results);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('commits all items of a tick, and half of a queue that is longer than halvesFrom', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10, halvesFrom: 2 });
    const results = [...'abcdefgh'].map((item) => committer.submit(item));
    expect(groups).toEqual([]);
    for (let turn = 0; turn < 4; turn += 1) await open();
    await Promise.all(results);
    expect(groups.map((group) => group.join(''))).toEqual(['abcd', 'ef', 'gh']);
    const late = committer.submit('i');
    for (let turn = 0; turn < 2; turn += 1) await open();
    await expect(late).resolves.toBe('i done');
  });

  it('commits at most maxItems at once', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 2 });
    const results = ['a', 'b', 'c', 'd'].map((item) => committer.submit(item));
    for (let turn = 0; turn < 3; turn += 1) await open();
    await Promise.all(results);
    expect(groups).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('commits items with the same key in different groups, in their order', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10, exclusiveKey: (item) => item[0] });
    const results = ['x', 'a1', 'a2', 'b1'].map((item) => committer.submit(item));
    for (let turn = 0; turn < 3; turn += 1) await open();
    await Promise.all(results);
    expect(groups).toEqual([['x'], ['a1', 'b1'], ['a2']]);
  });

  it('fails all items of a group at once for an error that failsWholeGroup accepts', async () => {
    const { groups, commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10, failsWholeGroup: () => true });
    const results = ['first', 'good', 'bad'].map((item) =>
      committer.submit(item).catch((error: Error) => error.message),
    );
    for (let turn = 0; turn < 2; turn += 1) await open();
    expect(await Promise.all(results)).toEqual(['first done', 'refused', 'refused']);
    expect(groups).toEqual([['first'], ['good', 'bad']]);
  });

  it('fails only the item that caused the error', async () => {
    const { commit, open } = gatedStore();
    const committer = new GroupCommitter(commit, { maxItems: 10 });
    const results = ['first', 'good', 'bad'].map((item) => committer.submit(item));
    const outcomes = Promise.allSettled(results);
    for (let turn = 0; turn < 4; turn += 1) await open();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});
