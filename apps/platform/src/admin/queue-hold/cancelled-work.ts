import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledJob, OnCancel } from '#libs/core/jobs';
import { AbandonedWork } from '../dead-letters/abandoned-work.js';

const REASON = 'Cancelled after a restore; it may have been sent before';

/**
 * Fails messages and deliveries to webhooks that waited before a restore and are not to leave again. Campaigns have a
 * handler of their own.
 */
@Injectable()
export class CancelledWork {
  constructor(private readonly abandoned: AbandonedWork) {}

  @OnCancel('email.deliver', 'sms.deliver', 'sms.deliver-own', 'push.deliver', 'webhook.deliver')
  async fail(tx: EntityManager, job: CancelledJob): Promise<void> {
    await this.abandoned.record(tx, job, REASON);
  }

  /**
   * Nothing waits for the text with a code, or for the answer to a request for help. A member of a list who was asked for a
   * confirmation stays pending, and may be asked again. A lead is where it was, whoever heard of it.
   */
  @OnCancel('journey-message.send', 'lead-mail.send', 'list.ask-member', 'sms.help', 'sms.sender-code')
  async drop(): Promise<void> {}
}
