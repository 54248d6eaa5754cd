import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dkimSign } from '#libs/email';
import { Database } from '#libs/persistence';
import { Blobs } from '#libs/storage';
import { MailConfig } from '../config.js';
import { SigningKeys } from '../domains/signing-keys.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { ForwardOutcomes } from './forward-outcomes.js';
import { completeForwarded } from './forwarded-message.js';
import { MailServers } from './mail-servers.js';
import { afterAttempt, type OutgoingRecipient, type RecipientOutcome } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';
import { OutgoingRepository } from './outgoing.repository.js';
import { UndeliveredReports } from './undelivered-reports.js';

/** Messages are larger than this only if they were forwarded. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Tries to send messages, and records what became of it. */
@Injectable()
export class OutgoingAttempts {
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
  ) {}

  /**
   * One attempt for each recipient that still waits.
   * @param content its bytes, if the caller has them
   * @throws StorageUnavailable, DatabaseUnavailable: nothing was sent
   */
  async attempt(message: OutgoingMessage, content?: Buffer): Promise<RecipientOutcome[]> {
    const { tenantId, blobHash } = message;
    const raw = content ?? (await this.blobs.readAll(tenantId, blobHash, MAX_BYTES));
    const signed = await this.sign(message, raw);
    const waiting = message.recipients.filter(({ state }) => state === 'queued');
    return Promise.all(waiting.map(({ address }) => this.servers.send(message, address, signed)));
  }

  /**
   * Records an attempt in one transaction with a report about recipients that will never have the message. `also` runs in it, and is told whether recipients still wait. Returns the recipients.
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
    await this.database.tenant(tenantId, async (tx) => {
      const current = await this.outgoing.lockForUpdate(tx, tenantId, id);
      const isFinished = recipients.every(({ state }) => state !== 'queued');
      // Another attempt has recorded its outcome meanwhile: this one was a repetition.
      if (current && isUnchanged(current.recipients, before)) {
        await this.outgoing.updateRecipients(tx, tenantId, id, recipients, isFinished ? new Date() : null);
        if (await this.forwards.record(tx, message, newlyFinished(before, recipients))) await report?.(tx);
      }
      await also?.(tx, isFinished);
    });
    return recipients;
  }

  /** A forwarded message keeps the signatures of its author. */
  private async sign(
    { tenantId, mailboxId, kind, forwarded, signingDomainId }: OutgoingMessage,
    raw: Buffer,
  ): Promise<Buffer> {
    const mailbox =
      mailboxId !== null &&
      (await this.database.tenant(tenantId, (tx) => this.mailboxes.find(tx, tenantId, mailboxId)));
    const keys = mailbox ? await this.signingKeys.of(tenantId, signingDomainId ?? mailbox.domainId) : [];
    if (kind !== 'forward') return dkimSign(raw, keys);
    return forwarded ? completeForwarded(raw, forwarded, keys, this.config.mailHost) : raw;
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
