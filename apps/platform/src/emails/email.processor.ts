import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { EntityManager } from 'typeorm';
import { domainOf, parseMailbox, type DkimKey } from '#libs/mail/email';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { BlockedMail } from '../admission/blocked-mail.js';
import { isLarge, LARGE_BYTES } from '../attachments/attachment.js';
import { Attachments, type AttachmentReader } from '../attachments/attachments.service.js';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../delivery/delivery.js';
import { DeliveryService } from '../delivery/delivery.service.js';
import { DomainSigningKeys } from '../domains/domain-signing-keys.js';
import { canBeSuppressed } from '../feedback/known-message.js';
import { MailSandbox } from '../mail-sandbox/mail-sandbox.js';
import { isDomainGone } from '../suppressions/recipient-notices/domain-gone.js';
import { RecipientNotices } from '../suppressions/recipient-notices/recipient-notices.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { normalAddress } from '../suppressions/suppression.js';
import { EmailTransport, type Enclosed, type OutgoingEmail } from './email-transport.js';

const SUPPRESSED = notLeaving('The address was suppressed before the e-mail left', { Suppressed: true });
const BLOCKED = notLeaving('The sender or the address was blocked before the e-mail left', { Blocked: true });
const UNREADABLE: DeliveryOutcome = {
  kind: 'deferred',
  reason: 'The attachments could not be read',
  detail: { Reason: 'The attachments could not be read' },
};

/** Large messages in memory at a time. */
const LARGE_AT_ONCE = 2;

/** Delivers e-mails, signed for their senders' domains. */
@Injectable()
export class EmailProcessor {
  private readonly large = pLimit(LARGE_AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly signingKeys: DomainSigningKeys,
    private readonly attachments: Attachments,
    private readonly transport: EmailTransport,
    private readonly sandbox: MailSandbox,
    private readonly blocked: BlockedMail,
    private readonly suppressions: SuppressionRepository,
    private readonly notices: RecipientNotices,
  ) {}

  @OnJob('email.deliver', { chunk: 50, concurrency: 8 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const messages = await this.delivery.listPending(batch);
    if (!messages) return;
    const attempts = messages.length > 0 ? await this.attemptAll(batch, messages) : [];
    await this.database.tenant(batch.tenantId, async (tx) => {
      const recorded = await this.delivery.record(tx, batch, attempts);
      await this.sandbox.simulateReactions(tx, recorded);
      await this.suppressBounced(tx, batch.tenantId, recorded);
    });
    this.delivery.count('email', attempts);
  }

  /** Suppresses addresses in their order, so that two transactions that suppress the same ones wait for each other once. */
  private async suppressBounced(tx: EntityManager, tenantId: TenantId, attempts: readonly Attempted[]): Promise<void> {
    const bounced = attempts
      .filter(({ message, outcome }) => outcome.kind === 'bounced' && canBeSuppressed(message))
      .map(({ message, outcome: { detail } }) => {
        return { address: normalAddress(message.recipient), messageId: message.id, detail };
      })
      .toSorted((a, b) => (a.address < b.address ? -1 : 1));
    for (const { address, messageId } of bounced)
      await this.suppressions.insert(tx, tenantId, { address, messageId, reason: 'bounce', source: 'report' });
    const occurredAt = new Date();
    await this.notices.send(
      tx,
      tenantId,
      bounced.map(({ address, detail }) => {
        return { address, change: 'bounced', source: 'report', isDomainGone: isDomainGone(detail), occurredAt };
      }),
    );
  }

  private async attemptAll(
    batch: JobBatch<DeliverMessages>,
    messages: readonly PendingMessage[],
  ): Promise<Attempted[]> {
    const { tenantId } = batch;
    const emails = messages.map(toOutgoing);
    const keys = await this.signingKeys.forDomains(tenantId, [...new Set(emails.map(({ domain }) => domain))]);
    await this.attachments.preload(
      tenantId,
      messages.filter(({ suppressed }) => !suppressed),
    );
    const readAttachments = this.attachments.readerFor(tenantId);
    return Promise.all(
      emails.map((email) =>
        batch.runFor(email.message.job, async () =>
          attempted(email.message, await this.attempt(email, keys.get(email.domain) ?? [], readAttachments)),
        ),
      ),
    );
  }

  private async attempt(
    email: OutgoingEmail,
    keys: readonly DkimKey[],
    readAttachments: AttachmentReader,
  ): Promise<DeliveryOutcome> {
    const { message, address } = email;
    if (message.suppressed) return SUPPRESSED;
    if (this.blocked.listBlocked([address, message.recipient]).length > 0) return BLOCKED;
    const rejection = this.sandbox.rejectionOf(message);
    if (rejection) return rejection;
    const attempt = () => this.send(email, keys, readAttachments);
    const large = message.raw ? message.raw.bytes > LARGE_BYTES : isLarge(message.attachments ?? []);
    return large ? this.large(attempt) : attempt();
  }

  private async send(
    email: OutgoingEmail,
    keys: readonly DkimKey[],
    readAttachments: AttachmentReader,
  ): Promise<DeliveryOutcome> {
    const { message } = email;
    let enclosed: Enclosed;
    try {
      enclosed = message.raw
        ? { raw: await this.attachments.readRaw(message.tenantId, message.raw) }
        : { attachments: message.attachments ? await readAttachments(message.attachments) : [] };
    } catch (error) {
      logger.error('The attachments of an e-mail could not be read; it is tried again', { error });
      return UNREADABLE;
    }
    return this.transport.send(email, enclosed, keys);
  }
}

/** The sender's address is parsed here and not again. */
function toOutgoing(message: PendingMessage): OutgoingEmail {
  const address = parseMailbox(message.sender)?.address ?? '';
  return { message, address, domain: domainOf(address) };
}

function notLeaving(reason: string, why: Record<string, boolean>): DeliveryOutcome {
  return { kind: 'failed', reason, detail: { Reason: reason, ...why } };
}
