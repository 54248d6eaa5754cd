import { describe, expect, it } from 'vitest';
import { removedIn, stateOf } from './removed.ts';

describe('a deletion of an account', () => {
  it('tells what each app removed, most rows first, without tables that had none', () => {
    const answers = [
      { app: 'mail', rows: { folder: 2, message: 40, label: 0 } },
      { app: 'crm', rows: { contact: 7 } },
    ];
    expect(removedIn(answers)).toEqual([
      { app: 'mail', table: 'message', count: 40 },
      { app: 'mail', table: 'folder', count: 2 },
      { app: 'crm', table: 'contact', count: 7 },
    ]);
  });

  it('waits for its day, is under way then, and is done once every app has answered', () => {
    const at = '2026-11-27T12:00:00Z';
    expect(stateOf({ startedAt: null, finishedAt: null })).toBe('scheduled');
    expect(stateOf({ startedAt: at, finishedAt: null })).toBe('running');
    expect(stateOf({ startedAt: at, finishedAt: at })).toBe('completed');
  });
});
