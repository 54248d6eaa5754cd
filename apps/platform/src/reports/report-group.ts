import { invalidField } from '#libs/core/http';
import { DIMENSIONS, type Dimension, type Group } from '../event-counts/group.js';

export interface GroupFilter {
  tag?: string;
  campaign?: string;
  environment?: 'live' | 'test';
}

/** The group that a report is of. @throws Problem InvalidParameter (422) for more than one: totals are kept for each alone */
export function groupOf(filter: GroupFilter): Group | undefined {
  const groups = DIMENSIONS.flatMap((dimension): Group[] => {
    const value = filter[dimension];
    return value === undefined ? [] : [{ dimension, value }];
  });
  const [first, second] = groups;
  if (second) throw invalidField('InvalidParameter', second.dimension, `and ${first?.dimension} exclude one another`);
  return first;
}

/** The groups of a list. */
export interface GroupList {
  by: Dimension;
  /** Key of the tags to list; only with `by: 'tag'`. */
  key?: string;
}

/** The values of a list, from the first to the one after the last. @throws Problem InvalidParameter (422) */
export function valuesOf({ by, key }: GroupList): [from: string, to: string] {
  if ((by === 'tag') !== (key !== undefined))
    throw invalidField('InvalidParameter', 'key', by === 'tag' ? 'is required with by=tag' : 'is for by=tag');
  // `;` follows `:`, and no value begins with U+10FFFF.
  return key === undefined ? ['', '\u{10ffff}'] : [`${key}:`, `${key};`];
}
