import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { type Idempotency, IdempotencyKeyRepository, replayed } from '#libs/core/idempotency';
import { carriedContext, type CarriedContext } from '#libs/core/observability';
import { Database, DatabaseUnavailable, GroupCommitter, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { MessageSource } from '../drafts/draft-sending.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';
import { type EnqueuedOutgoing, FIRST_RETRY_MS, type NewOutgoing, OutgoingMail } from './outgoing/outgoing-mail.js';
import type { QuotaLimits, QuotaState } from './quotas/quota.js';
import { SendingQuotas } from './quotas/sending-quotas.js';

/** Calls in one commit at most. A larger group gains little and delays the calls behind it. */
const GROUP_MAX = 64;

/** A message that is to be accepted. Its bytes are stored. */
export interface Acceptance<Answer> {
  tenantId: TenantId;
  /** Message that its mailbox shows among the sent ones. */
  message: NewMessage;
  /** The id of the message on its way out. */
  outgoingId: string;
  outgoing: Pick<NewOutgoing, 'sender' | 'recipients' | 'isTest' | 'signingDomainId'>;
  limits: QuotaLimits;
  idempotency: Idempotency | null;
  /** Answer that is kept for repetitions with the key. */
  answer: Answer;
  /** Origin of the message, such as a draft, which is consumed when it is accepted. */
  source?: MessageSource;
}

/** A message that is durable, and what is left of the quota. */
export interface Accepted {
  enqueued: EnqueuedOutgoing;
  quota: QuotaState | null;
}

type Item = Acceptance<unknown> & { context: CarriedContext | null };
type Outcome = Accepted | Problem | 'repeated';

/**
 * Makes messages durable: with what their mailboxes show, the use of their quotas and their idempotency keys. Calls that
 * arrive during a commit share the next one, so that those of one mailbox do not wait for its row one after the other.
 */
@Injectable()
export class Acceptances {
  private readonly group: GroupCommitter<Item, Outcome>;

  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyKeyRepository,
    private readonly messages: MessageStore,
    private readonly outgoingMail: OutgoingMail,
    private readonly quotas: SendingQuotas,
  ) {
    this.group = new GroupCommitter((together) => this.commit(together), {
      maxItems: GROUP_MAX,
      exclusiveKey: ({ tenantId, idempotency }) =>
        idempotency ? `${tenantId} ${idempotency.route} ${idempotency.key}` : undefined,
      failsWholeGroup: (error) => error instanceof DatabaseUnavailable,
    });
  }

  /**
   * Accepts a message. A repetition gets the answer of its first call. @throws Problem QuotaExceeded, IdempotencyConflict,
   * NotFound
   */
  async accept<Answer>(acceptance: Acceptance<Answer>): Promise<Accepted | { replay: Answer }> {
    for (;;) {
      const item = { ...acceptance, context: carriedContext() };
      // Its source may refuse, which ends the transaction of all that share it.
      const outcome = acceptance.source ? (await this.commit([item]))[0]! : await this.group.submit(item);
      if (outcome instanceof Problem) throw outcome;
      if (outcome !== 'repeated') return outcome;
      const { tenantId, idempotency } = acceptance;
      const earlier = idempotency && (await this.find<Answer>(tenantId, idempotency));
      // Without one its key has expired or was given back meanwhile: this call is now the first with it.
      if (earlier) return { replay: earlier };
    }
  }

  /** Finds the answer of an earlier call with the key. @throws Problem IdempotencyConflict if it had another body */
  async find<Answer>(tenantId: TenantId, idempotency: Idempotency): Promise<Answer | undefined> {
    const earlier = await this.database.tenants([tenantId], (tx) => this.keys.find<Answer>(tx, tenantId, idempotency));
    return earlier && replayed(earlier, idempotency);
  }

  private async commit(items: readonly Item[]): Promise<Outcome[]> {
    const tenantIds = [...new Set(items.map(({ tenantId }) => tenantId))];
    return this.database.tenants(tenantIds, async (tx) => {
      const outcomes = new Map<Item, Outcome>();
      const first = await this.insertKeys(tx, items);
      const mailboxes = first.map(({ tenantId, message: { mailboxId } }) => ({ tenantId, mailboxId }));
      // Whoever uses a quota has locked its mailboxes before.
      await this.messages.lock(tx, mailboxes);
      const quotas = await this.useQuotas(tx, first);
      const fitting: Item[] = [];
      for (const [index, item] of first.entries()) {
        const quota = quotas[index] ?? null;
        if (quota instanceof Problem) outcomes.set(item, quota);
        else fitting.push(item);
      }
      for (const { source } of fitting) await source?.consume(tx);
      const enqueued = await this.insert(tx, fitting);
      for (const [index, item] of fitting.entries()) {
        const quota = quotas[first.indexOf(item)] as QuotaState | null;
        outcomes.set(item, { enqueued: enqueued[index]!, quota });
      }
      return items.map((item) => outcomes.get(item) ?? 'repeated');
    });
  }

  /** The items that are the first with their keys. */
  private async insertKeys(tx: SqlExecutor, items: readonly Item[]): Promise<Item[]> {
    const keyed = items.flatMap((item) => (item.idempotency ? { ...item, idempotency: item.idempotency, item } : []));
    const inserted = await this.keys.insertAll(tx, keyed);
    const repeated = new Set(keyed.filter((_, index) => !inserted[index]).map(({ item }) => item));
    return items.filter((item) => !repeated.has(item));
  }

  private async useQuotas(tx: SqlExecutor, items: readonly Item[]): Promise<(QuotaState | Problem | null)[]> {
    const needs = items.map(({ tenantId, limits, outgoing }) => {
      return { tenantId, limits, recipients: outgoing.recipients.length };
    });
    const answers = await this.quotas.useAll(tx, needs, new Date());
    for (const [index, { tenantId, idempotency }] of items.entries())
      if (idempotency && answers[index] instanceof Problem) await this.keys.delete(tx, tenantId, idempotency);
    return answers;
  }

  private async insert(tx: SqlExecutor, items: readonly Item[]): Promise<EnqueuedOutgoing[]> {
    const stored = await this.messages.insertAll(tx, items);
    const availableAt = new Date(Date.now() + FIRST_RETRY_MS);
    return this.outgoingMail.enqueueAll(
      tx,
      items.map(({ tenantId, outgoingId, message, outgoing, context }, index) => ({
        ...outgoing,
        tenantId,
        id: outgoingId,
        mailboxId: message.mailboxId,
        kind: 'message',
        blobHash: message.blobHash,
        bytes: message.bytes,
        sentMessageId: stored[index]!.id,
        availableAt,
        context,
      })),
    );
  }
}
