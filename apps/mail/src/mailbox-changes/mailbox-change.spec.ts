import { describe, expect, it } from 'vitest';
import { MailboxChange, MAX_NAMED_MESSAGES } from './mailbox-change.js';

const changeOf = (...messages: [string, 'created' | 'deleted' | 'updated'][]): MailboxChange => {
  const change = new MailboxChange();
  for (const [id, what] of messages) change.addMessage(id, what);
  return change;
};

describe('a change of a mailbox', () => {
  it('names each message once, by what became of it', () => {
    const change = changeOf(['a', 'created'], ['a', 'updated'], ['b', 'updated'], ['b', 'deleted'], ['c', 'updated']);
    expect([...change.messages]).toEqual([
      ['a', 'created'],
      ['b', 'deleted'],
      ['c', 'updated'],
    ]);
  });

  it('of many messages names none', () => {
    const change = new MailboxChange();
    for (let n = 0; n <= MAX_NAMED_MESSAGES; n += 1) change.addMessage(`${n}`, 'created');
    change.addMessage('one more', 'created');
    expect([change.isLarge, change.messages.size]).toEqual([true, 0]);
  });

  it('is read as it was written, and takes up what came after it', () => {
    const change = changeOf(['a', 'created'], ['b', 'updated']);
    change.labels = true;
    const read = MailboxChange.ofText(change.toText());
    expect(read).toEqual(change);
    const later = changeOf(['b', 'deleted']);
    later.access = true;
    read.add(later);
    expect(read).toMatchObject({ labels: true, access: true, folders: false, isLarge: false });
    expect(read.messages.get('b')).toBe('deleted');
    read.add(new MailboxChange().markLarge());
    expect([read.isLarge, read.messages.size]).toEqual([true, 0]);
  });

  it.each(['', 'null', '{"messages":7}', '{'])('that cannot be read is a large one: %j', (text) => {
    expect(MailboxChange.ofText(text).isLarge).toBe(true);
  });
});
