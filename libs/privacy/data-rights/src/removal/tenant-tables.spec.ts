import { describe, expect, it } from 'vitest';
import { inOrder, type FoundTable, type Reference } from './tenant-tables.js';

const table = (name: string, isPartitioned = false, key = ['tenant_id', 'id']): FoundTable => ({
  name,
  isPartitioned,
  key,
});
const reference = (child: string, parent: string, ...nullable: string[]): Reference => ({ child, parent, nullable });
const namesOf = (tables: { name: string }[]) => tables.map(({ name }) => name);

describe('the order in which tables are emptied', () => {
  it('has what refers to a row before it', () => {
    const tables = [table('album'), table('photo'), table('tag')];
    const ordered = inOrder(tables, [reference('photo', 'album'), reference('tag', 'photo')]);
    expect(namesOf(ordered)).toEqual(['tag', 'photo', 'album']);
  });

  it('opens a circle by a column that may be null', () => {
    const tables = [table('album'), table('photo')];
    const ordered = inOrder(tables, [reference('photo', 'album'), reference('album', 'photo', 'cover_id')]);
    expect(ordered).toEqual([
      { name: 'photo', key: [], cleared: [] },
      { name: 'album', key: [], cleared: ['cover_id'] },
    ]);
    expect(inOrder([table('folder')], [reference('folder', 'folder', 'parent_id')])[0]?.cleared).toEqual(['parent_id']);
  });

  it('fails for a circle that nothing opens, and for partitions whose rows have no name', () => {
    const circle = [reference('photo', 'album'), reference('album', 'photo')];
    expect(() => inOrder([table('album'), table('photo')], circle)).toThrow('circle');
    expect(() => inOrder([table('event', true, [])], [])).toThrow('no primary key');
  });

  it('names the rows of a partitioned table by its key, and leaves out references to other tables', () => {
    expect(inOrder([table('event', true)], [reference('event', 'plan')])).toEqual([
      { name: 'event', key: ['tenant_id', 'id'], cleared: [] },
    ]);
  });
});
