import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledJob, OnCancel } from '#libs/core/jobs';
import { SEND_JOB, type SendOutgoing } from './outgoing-mail.js';
import { OutgoingRepository } from './outgoing.repository.js';

const REASON = 'Cancelled after a restore; it may have been sent before';

/** Marks messages as failed that waited to leave before a restore, and are not to leave again. */
@Injectable()
export class CancelledSending {
  constructor(private readonly outgoing: OutgoingRepository) {}

  /** No report goes to the sender: the message has probably arrived. */
  @OnCancel(SEND_JOB)
  async fail(tx: EntityManager, { tenantId, payload }: CancelledJob): Promise<void> {
    const { outgoingId } = payload as unknown as SendOutgoing;
    const message = await this.outgoing.lockForUpdate(tx, tenantId, outgoingId);
    if (!message || message.finishedAt) return;
    const recipients = message.recipients.map((recipient) =>
      recipient.state === 'queued' ? { ...recipient, state: 'failed' as const, response: REASON } : recipient,
    );
    await this.outgoing.updateRecipients(tx, tenantId, outgoingId, recipients, new Date());
  }
}
