import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { Outbox } from '#libs/jobs';
import type { TenantId } from '#libs/persistence';
import { type Forwarded, type OutgoingKind, TRIED_FOR_MS } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';
import { OutgoingRepository } from './outgoing.repository.js';

export const SEND_JOB = 'outgoing.send';

/** When a message is tried that the call which sent it has not: its process was killed, or its attempt takes long. */
export const FIRST_RETRY_MS = 120_000;

export interface SendOutgoing {
  outgoingId: string;
}

/** A message that is to leave. Its bytes are a blob of the tenant. */
export interface NewOutgoing {
  /** Null for what no mailbox sends. */
  mailboxId: string | null;
  kind: OutgoingKind;
  /** The sender in the envelope; '' for none. */
  sender: string;
  /** Bare addresses, each once. */
  recipients: readonly string[];
  blobHash: string;
  bytes: number;
  isTest: boolean;
  /** Of a forwarded message where it comes from. */
  forwarded?: Forwarded;
  /** What the mailbox shows of it among its sent messages. */
  sentMessageId?: string;
  /** The domain whose keys sign it, if it is not that of its mailbox. */
  signingDomainId?: string | null;
  /** When it is first tried; at once if absent. */
  availableAt?: Date;
}

export interface EnqueuedOutgoing {
  message: OutgoingMessage;
  /** The job that sends it. */
  jobId: string | undefined;
}

/** The messages on their way out: one that is enqueued is tried for five days. */
@Injectable()
export class OutgoingMail {
  constructor(
    private readonly repository: OutgoingRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Enqueues a message in the caller's transaction: it leaves if, and only if, that transaction commits. */
  async enqueue(tx: EntityManager, tenantId: TenantId, outgoing: NewOutgoing): Promise<EnqueuedOutgoing> {
    const { recipients, availableAt, ...values } = outgoing;
    const createdAt = new Date();
    const message: OutgoingMessage = {
      ...values,
      tenantId,
      id: v7(),
      recipients: recipients.map((address) => ({ address, state: 'queued' })),
      sentMessageId: outgoing.sentMessageId ?? null,
      forwarded: outgoing.forwarded ?? null,
      signingDomainId: outgoing.signingDomainId ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + TRIED_FOR_MS),
      finishedAt: null,
    };
    await this.repository.insert(tx, message);
    const job = { tenantId, payload: { outgoingId: message.id }, availableAt };
    const [jobId] = await this.outbox.enqueue(tx, SEND_JOB, [job]);
    return { message, jobId };
  }
}
