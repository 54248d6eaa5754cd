import { expect, it } from 'vitest';
import { RecentContents } from './recent-contents.js';

it('keeps a short content, and none of the memory that it shared with others', () => {
  const recent = new RecentContents();
  const shared = Buffer.from('of others, content, of others').subarray(11, 18);
  recent.set('short', shared);
  expect(recent.get('short')).toEqual(shared);
  expect(recent.get('short')!.buffer.byteLength).toBe('content'.length);
});

it('keeps a content that has memory of its own without a copy', () => {
  const recent = new RecentContents();
  const own = Buffer.alloc(10_000, 'a');
  recent.set('long', own);
  expect(recent.get('long')).toBe(own);
});
