import { describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { RecentMailboxes } from './recent-mailboxes.js';

const MAILBOX = { tenantId: 'acc_0' as TenantId, id: 'one', usedBytes: 0, quotaBytes: 10 };

describe('a mailbox that has just been looked up', () => {
  it('is found by its address', () => {
    const recent = new RecentMailboxes();
    recent.store(recent.mark(), 'ana@shop.test', MAILBOX);
    expect([recent.find('ana@shop.test'), recent.find('bia@shop.test')]).toEqual([MAILBOX, undefined]);
  });

  it('is forgotten when it changes', () => {
    const recent = new RecentMailboxes();
    recent.store(recent.mark(), 'ana@shop.test', MAILBOX);
    recent.forget('ana@shop.test');
    expect(recent.find('ana@shop.test')).toBeUndefined();
  });

  it('is not kept if one changed while it was looked up', () => {
    const recent = new RecentMailboxes();
    const mark = recent.mark();
    recent.forget('ana@shop.test');
    recent.store(mark, 'ana@shop.test', MAILBOX);
    expect(recent.find('ana@shop.test')).toBeUndefined();
  });
});
