import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dkimSign } from '#libs/mail/email';
import { groupBy, Outbox } from '#libs/core/jobs';
import { Database, DatabaseUnavailable, GroupCommitter, type TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { MailConfig } from '../../config.js';
import { SigningKeys } from '../../domains/signing-keys/signing-keys.js';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import { ForwardOutcomes } from './forward-outcomes.js';
import { completeForwarded } from './forwarded-message.js';
import { inboundOf, LocalDelivery, type SignedMessage } from './local-delivery.js';
import { MailServers } from './mail-servers.js';
import { afterAttempt, type OutgoingRecipient, type RecipientOutcome } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';
import type { EnqueuedOutgoing } from './outgoing-mail.js';
import { type OutgoingChange, updateOutgoing } from './outgoing-message.sql.js';
import { OutgoingRepository } from './outgoing.repository.js';
import { UndeliveredReports } from './undelivered-reports.js';

/** Messages are larger than this only if they were forwarded. */
const MAX_BYTES = 64 * 1024 * 1024;

/** First attempts that are recorded in one transaction at most. */
const GROUP_MAX = 100;

interface FirstAttempt {
  change: OutgoingChange;
  outcomes: readonly RecipientOutcome[];
  /** The job to cancel. */
  jobId: string | undefined;
}

/** A message whose bytes and whose domain are at hand. */
export interface KnownMessage {
  content: Buffer;
  /** The domain that signs it. */
  domainId: string;
}

/** Tries to send messages, and records what became of it. */
@Injectable()
export class OutgoingAttempts {
  private readonly firsts: GroupCommitter<FirstAttempt, void>;

  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly outgoing: OutgoingRepository,
    private readonly mailboxes: MailboxRepository,
    private readonly signingKeys: SigningKeys,
    private readonly servers: MailServers,
    private readonly blobs: Blobs,
    private readonly reports: UndeliveredReports,
    private readonly forwards: ForwardOutcomes,
    private readonly outbox: Outbox,
    private readonly local: LocalDelivery,
  ) {
    this.firsts = new GroupCommitter((together) => this.recordFirsts(together), {
      maxItems: GROUP_MAX,
      failsWholeGroup: (error) => error instanceof DatabaseUnavailable,
    });
  }

  /**
   * One attempt for each recipient that still waits.
   * @param known what the caller knows of it already
   * @throws StorageUnavailable, DatabaseUnavailable: nothing was sent
   */
  async attempt(message: OutgoingMessage, known?: KnownMessage): Promise<RecipientOutcome[]> {
    const { tenantId, blobHash } = message;
    const raw = known?.content ?? (await this.blobs.readAll(tenantId, blobHash, MAX_BYTES));
    const signed = await this.sign(message, raw, known?.domainId);
    const waiting = message.recipients.filter(({ state }) => state === 'queued');
    return Promise.all(
      waiting.map(
        async ({ address }) =>
          (await this.local.deliver(message, address, signed)) ?? this.servers.send(message, address, signed.raw),
      ),
    );
  }

  /**
   * Records an attempt in one transaction with a report about recipients that will never have the message. `also` runs in it,
   * and is told whether recipients still wait. Returns the recipients.
   */
  async record(
    message: OutgoingMessage,
    outcomes: readonly RecipientOutcome[],
    also?: (tx: EntityManager, isFinished: boolean) => Promise<void>,
  ): Promise<OutgoingRecipient[]> {
    const { tenantId, id, expiresAt, recipients: before } = message;
    const isLast = expiresAt.getTime() <= Date.now();
    const recipients = afterAttempt(before, outcomes, isLast);
    const failed = newlyFailed(before, recipients);
    const report = failed.length > 0 ? await this.reports.prepare(message, failed) : undefined;
    await this.database.together(tenantsOf(tenantId, outcomes), async (tx) => {
      const current = await this.outgoing.lockForUpdate(tx, tenantId, id);
      const isFinished = recipients.every(({ state }) => state !== 'queued');
      // Another attempt has recorded its outcome meanwhile: this one was a repetition.
      if (current && isUnchanged(current.recipients, before)) {
        await this.outgoing.updateRecipients(tx, tenantId, id, recipients, isFinished ? new Date() : null);
        await this.local.insert(tx, outcomes);
        if (await this.forwards.record(tx, message, newlyFinished(before, recipients))) await report?.(tx);
      }
      await also?.(tx, isFinished);
    });
    return recipients;
  }

  /**
   * Records the first attempt, and cancels the job that would be the next one unless recipients still wait. Attempts whose
   * recipients all have the message, or wait, are recorded together.
   */
  async recordFirst({ message, jobId }: EnqueuedOutgoing, outcomes: readonly RecipientOutcome[]): Promise<void> {
    const { tenantId, id, recipients: before } = message;
    if (outcomes.some(({ kind }) => kind === 'failed')) {
      await this.record(message, outcomes, async (tx, isFinished) => {
        if (isFinished && jobId) await this.outbox.cancel(tx, tenantId, [jobId]);
      });
      return;
    }
    const recipients = afterAttempt(before, outcomes, false);
    const isFinished = recipients.every(({ state }) => state !== 'queued');
    const change = { tenantId, id, before, recipients, finishedAt: isFinished ? new Date() : null };
    await this.firsts.submit({ change, outcomes, jobId: isFinished ? jobId : undefined });
  }

  private async recordFirsts(firsts: readonly FirstAttempt[]): Promise<void[]> {
    const byTenant = groupBy(firsts, ({ change }) => change.tenantId);
    const tenantIds = new Set(firsts.flatMap(({ change, outcomes }) => tenantsOf(change.tenantId, outcomes)));
    await this.database.tenants([...tenantIds], async (tx) => {
      const changes = firsts.map(({ change }) => change);
      const recorded = await updateOutgoing(tx, changes);
      const outcomes = firsts.flatMap((first) => (recorded.has(first.change.id) ? first.outcomes : []));
      await this.local.insert(tx, outcomes);
      for (const [tenantId, own] of byTenant) {
        const jobIds = own.flatMap(({ jobId }) => jobId ?? []);
        if (jobIds.length > 0) await this.outbox.cancel(tx, tenantId, jobIds);
      }
    });
    return firsts.map(() => undefined);
  }

  /** A forwarded message keeps the signatures of its author. */
  private async sign(message: OutgoingMessage, raw: Buffer, knownDomainId?: string): Promise<SignedMessage> {
    const { tenantId, kind, forwarded } = message;
    const domainId = knownDomainId ?? (await this.domainIdOf(message));
    const keys = domainId === undefined ? [] : await this.signingKeys.of(tenantId, domainId);
    if (kind !== 'forward') return { raw: await dkimSign(raw, keys), signedBy: keys[0]?.domain };
    const complete = forwarded && (await completeForwarded(raw, forwarded, keys, this.config.mailHost));
    return { raw: complete ?? raw, signedBy: undefined };
  }

  private async domainIdOf({ tenantId, mailboxId, signingDomainId }: OutgoingMessage): Promise<string | undefined> {
    if (mailboxId === null) return undefined;
    const mailbox = await this.database.tenant(tenantId, (tx) => this.mailboxes.find(tx, tenantId, mailboxId));
    return mailbox ? (signingDomainId ?? mailbox.domainId) : undefined;
  }
}

function newlyFinished(before: readonly OutgoingRecipient[], after: readonly OutgoingRecipient[]): OutgoingRecipient[] {
  return after.filter(({ state }, index) => state !== 'queued' && before[index]?.state === 'queued');
}

function newlyFailed(before: readonly OutgoingRecipient[], after: readonly OutgoingRecipient[]): OutgoingRecipient[] {
  return after.filter(({ state }, index) => state === 'failed' && before[index]?.state !== 'failed');
}

function isUnchanged(current: readonly OutgoingRecipient[], before: readonly OutgoingRecipient[]): boolean {
  return current.every(({ state }, index) => state === before[index]?.state);
}

/** The tenants in whose rows an attempt is recorded: its own, and those of mailboxes here. */
const tenantsOf = (tenantId: TenantId, outcomes: readonly RecipientOutcome[]): TenantId[] => [
  ...new Set([tenantId, ...inboundOf(outcomes).map((inbound) => inbound.tenantId)]),
];
