import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { In, IsNull, Not } from 'typeorm';
import { type ForwardedByMailbox, type ForwardOutcome, ForwardOutcomes } from '../sending/outgoing/forward-outcomes.js';
import type { OutgoingRecipient } from '../sending/outgoing/outgoing.js';
import { ForwardingAddress } from './forwarding-address.entity.js';

/** A mailbox is told at most so often that an address fails (milliseconds): once a day. */
const TOLD_EVERY_MS = 86_400_000;
const FAILURE_MAX = 500;

/** Notes which addresses forwarded mail does not reach, and has the mailbox told of each of them once a day. */
@Injectable()
export class ForwardFailures implements ForwardOutcome, OnModuleInit {
  constructor(private readonly outcomes: ForwardOutcomes) {}

  onModuleInit(): void {
    this.outcomes.register(this);
  }

  async record(
    tx: EntityManager,
    { tenantId, mailboxId }: ForwardedByMailbox,
    finished: readonly OutgoingRecipient[],
  ): Promise<boolean> {
    const sent = finished.filter(({ state }) => state === 'sent').map(({ address }) => address);
    const works = { tenantId, mailboxId, address: In(sent), failingSince: Not(IsNull()) };
    if (sent.length > 0) await tx.update(ForwardingAddress, works, { failingSince: null, lastFailure: null });
    let isNews = false;
    for (const { address, state, response = '' } of finished) {
      if (state === 'failed' && (await this.note(tx, { tenantId, mailboxId, address }, response))) isNews = true;
    }
    return isNews;
  }

  /** Whether the mailbox has not been told today. */
  private async note(
    tx: EntityManager,
    of: Pick<ForwardingAddress, 'tenantId' | 'mailboxId' | 'address'>,
    response: string,
  ): Promise<boolean> {
    const row = await tx.findOne(ForwardingAddress, { where: of, lock: { mode: 'pessimistic_write' } });
    // Nothing is forwarded there any more.
    if (!row) return false;
    const now = new Date();
    const isNews = !row.toldAt || now.getTime() - row.toldAt.getTime() >= TOLD_EVERY_MS;
    await tx.update(ForwardingAddress, of, {
      failingSince: row.failingSince ?? now,
      lastFailure: response.slice(0, FAILURE_MAX),
      ...(isNews && { toldAt: now }),
    });
    return isNews;
  }
}
