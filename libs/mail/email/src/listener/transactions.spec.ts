import type { SMTPServerSession } from 'smtp-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { Transactions } from './transactions.js';

let session: SMTPServerSession;
let transactions: Transactions;
beforeEach(() => {
  const envelope = { mailFrom: { address: 'ana@sender.test', args: false }, rcptTo: [] };
  session = { envelope, remoteAddress: '192.0.2.1' } as unknown as SMTPServerSession;
  transactions = new Transactions();
});

describe('the end of a message', () => {
  it('is told to who has asked for it', () => {
    const { ended } = transactions.of(session);
    expect(ended.aborted).toBe(false);
    transactions.end(session);
    expect(ended.aborted).toBe(true);
  });

  it('is seen by who asks later', () => {
    const transaction = transactions.of(session);
    transactions.end(session);
    expect(transaction.ended.aborted).toBe(true);
    expect(transactions.of(session)).not.toBe(transaction);
  });

  it('comes with the next one', () => {
    const { ended } = transactions.of(session);
    session.envelope = { ...session.envelope };
    expect(transactions.of(session).ended.aborted).toBe(false);
    expect(ended.aborted).toBe(true);
  });
});
