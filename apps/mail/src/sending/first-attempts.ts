import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { type Idempotency, IdempotencyService } from '#libs/core/idempotency';
import { Outbox, QueueHolds } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import type { MessageSource } from '../drafts/draft-sending.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { RecipientOutcome } from './outgoing/outgoing.js';
import { type KnownMessage, OutgoingAttempts } from './outgoing/outgoing-attempts.js';
import type { EnqueuedOutgoing } from './outgoing/outgoing-mail.js';
import { OutgoingRepository } from './outgoing/outgoing.repository.js';
import { SendingQuotas } from './quotas/sending-quotas.js';

/** How long a call waits for the mail server; then its message is queued, and the attempt goes on. */
const WAITED_MS = 8_000;

/** The attempt to send a message while the call that sends it waits, so that it hears of a refusal. */
@Injectable()
export class FirstAttempts implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly outgoing: OutgoingRepository,
    private readonly attempts: OutgoingAttempts,
    private readonly messages: MessageStore,
    private readonly outbox: Outbox,
    private readonly quotas: SendingQuotas,
    private readonly idempotency: IdempotencyService,
    private readonly holds: QueueHolds,
  ) {}

  /**
   * `sent` if a mail server has the message for at least one recipient, `queued` if it has not answered in time, or the queues
   * are on hold.
   * @throws Problem SendFailed if no recipient could be reached: the message is gone and its quota given back
   */
  async run(
    enqueued: EnqueuedOutgoing,
    known: KnownMessage,
    idempotency: Idempotency | null,
    source?: MessageSource,
  ): Promise<'sent' | 'queued'> {
    // After a restore nothing leaves until an operator says so; its job sends it then.
    if (this.holds.isHeld) return 'queued';
    const attempt = this.attempts.attempt(enqueued.message, known);
    const outcomes = await inTime(attempt);
    if (!outcomes) {
      this.recordLater(enqueued, attempt);
      return 'queued';
    }
    if (!outcomes.some(({ kind }) => kind === 'sent')) {
      await this.undo(enqueued, idempotency, source);
      throw sendFailed(outcomes);
    }
    await this.attempts.recordFirst(enqueued, outcomes);
    return 'sent';
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private recordLater(enqueued: EnqueuedOutgoing, attempt: Promise<RecipientOutcome[]>): void {
    const recorded = attempt
      .then((outcomes) => this.attempts.recordFirst(enqueued, outcomes))
      .catch((error: unknown) => logger.warn('A slow attempt was not recorded; the message is tried again', { error }))
      .finally(() => this.running.delete(recorded));
    this.running.add(recorded);
  }

  private async undo(
    { message, jobId }: EnqueuedOutgoing,
    idempotency: Idempotency | null,
    source: MessageSource | undefined,
  ): Promise<void> {
    const { tenantId, id, mailboxId, sentMessageId, recipients, createdAt } = message;
    await this.database.tenant(tenantId, async (tx) => {
      await this.outgoing.delete(tx, tenantId, id);
      if (sentMessageId && mailboxId) await this.messages.delete(tx, tenantId, mailboxId, sentMessageId);
      if (jobId) await this.outbox.cancel(tx, tenantId, [jobId]);
      if (idempotency) await this.idempotency.forget(tx, tenantId, idempotency);
      await source?.restore(tx);
      await this.quotas.refund(tx, tenantId, recipients.length, createdAt);
    });
  }
}

/** Undefined if the attempt takes too long. */
async function inTime<T>(attempt: Promise<T>): Promise<T | undefined> {
  const waiting = new AbortController();
  try {
    return await Promise.race([attempt, delay(WAITED_MS, undefined, { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
}

/** Builds the error for the sender: answers of mail servers about an address are told, reasons for reaching none are not. */
function sendFailed(outcomes: readonly RecipientOutcome[]): Problem {
  const refused = outcomes.find(({ kind }) => kind === 'failed');
  const message = refused
    ? `Nothing was sent. The mail server refused ${refused.address}: ${refused.response}`
    : 'Nothing was sent: the mail server cannot be reached, or takes no messages right now. Send it again later.';
  return new Problem('SendFailed', { message });
}
