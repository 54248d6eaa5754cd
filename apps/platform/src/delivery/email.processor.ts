import { Injectable } from '@nestjs/common';
import type { DkimKey, OutgoingAttachment } from '#libs/email';
import { OnJob, type JobBatch } from '#libs/jobs';
import { logger } from '#libs/observability';
import { BlockedMail } from '../admission/blocked-mail.js';
import { Attachments, type AttachmentReader } from '../attachments/attachments.service.js';
import { DomainSigningKeys } from '../domains/domain-signing-keys.js';
import { senderDomain } from '../emails/email-draft.js';
import { MailSandbox } from '../mail-sandbox/mail-sandbox.js';
import type { DeliverMessages, DeliveryOutcome, PendingMessage } from './delivery.js';
import { type Attempt, DeliveryService } from './delivery.service.js';
import { EmailTransport } from './email-transport.js';

const SUPPRESSED = notLeaving('The address was suppressed before the e-mail left', { Suppressed: true });
const BLOCKED = notLeaving('The sender or the address was blocked before the e-mail left', { Blocked: true });
const UNREADABLE: DeliveryOutcome = {
  kind: 'deferred',
  reason: 'The attachments could not be read',
  detail: { Reason: 'The attachments could not be read' },
};

/** Delivers promised e-mails, signed for their senders' domains. */
@Injectable()
export class EmailProcessor {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly signingKeys: DomainSigningKeys,
    private readonly attachments: Attachments,
    private readonly transport: EmailTransport,
    private readonly sandbox: MailSandbox,
    private readonly blocked: BlockedMail,
  ) {}

  @OnJob('email.deliver', { chunk: 50, concurrency: 8 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    await this.delivery.deliver(
      'email',
      batch,
      (messages) => this.prepare(batch, messages),
      (tx, recorded) => this.sandbox.react(tx, recorded),
    );
  }

  private async prepare(
    { tenantId }: JobBatch<DeliverMessages>,
    messages: readonly PendingMessage[],
  ): Promise<Attempt> {
    const domains = [...new Set(messages.map(({ sender }) => senderDomain(sender)))];
    const keys = await this.signingKeys.forDomains(tenantId, domains);
    const readAttachments = this.attachments.readerFor(tenantId);
    return (message) => this.attempt(message, keys.get(senderDomain(message.sender)) ?? [], readAttachments);
  }

  private async attempt(
    message: PendingMessage,
    keys: readonly DkimKey[],
    readAttachments: AttachmentReader,
  ): Promise<DeliveryOutcome> {
    if (message.suppressed) return SUPPRESSED;
    if (this.blocked.blocks(message)) return BLOCKED;
    const refusal = this.sandbox.refusalOf(message);
    if (refusal) return refusal;
    if (!message.attachments) return this.transport.deliver(message, [], keys);
    let attachments: OutgoingAttachment[];
    try {
      attachments = await readAttachments(message.attachments);
    } catch (error) {
      logger.error('The attachments of an e-mail could not be read; it is tried again', { error });
      return UNREADABLE;
    }
    return this.transport.deliver(message, attachments, keys);
  }
}

function notLeaving(reason: string, why: Record<string, boolean>): DeliveryOutcome {
  return { kind: 'failed', reason, detail: { Reason: reason, ...why } };
}
