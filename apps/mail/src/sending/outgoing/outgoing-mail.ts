import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Outbox } from '#libs/core/jobs';
import type { CarriedContext } from '#libs/core/observability';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { type Forwarded, type OutgoingKind, TRIED_FOR_MS } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';
import { insertOutgoing } from './outgoing-message.sql.js';

export const SEND_JOB = 'outgoing.send';

/** Time after which the queue tries a message, if the call that sent it has not: its process was killed, or is slow. */
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
  /** Origin of a forwarded message. */
  forwarded?: Forwarded;
  /** Id of the message that the mailbox shows among its sent ones. */
  sentMessageId?: string;
  /** The domain whose keys sign it, if it is not that of its mailbox. */
  signingDomainId?: string | null;
  /** Time of the first attempt; at once if absent. */
  availableAt?: Date;
}

export interface OutgoingOfTenant extends NewOutgoing {
  tenantId: TenantId;
  /** Id of the message; a new one if absent. */
  id?: string;
  /** Context that the job carries; the one of the running code if absent. */
  context?: CarriedContext | null;
}

export interface EnqueuedOutgoing {
  message: OutgoingMessage;
  /** The job that sends it. */
  jobId: string | undefined;
}

/** The messages on their way out: one that is enqueued is tried for five days. */
@Injectable()
export class OutgoingMail {
  constructor(private readonly outbox: Outbox) {}

  /** Enqueues a message in the caller's transaction: it leaves if, and only if, that transaction commits. */
  async enqueue(tx: SqlExecutor, tenantId: TenantId, outgoing: NewOutgoing): Promise<EnqueuedOutgoing> {
    const [enqueued] = await this.enqueueAll(tx, [{ ...outgoing, tenantId }]);
    return enqueued!;
  }

  /** The same for several messages, of any of the transaction's tenants. */
  async enqueueAll(tx: SqlExecutor, outgoing: readonly OutgoingOfTenant[]): Promise<EnqueuedOutgoing[]> {
    if (outgoing.length === 0) return [];
    const messages = outgoing.map(toOutgoing);
    await insertOutgoing(tx, messages);
    const jobs = outgoing.map(({ tenantId, availableAt, context }, index) => ({
      tenantId,
      payload: { outgoingId: messages[index]!.id },
      availableAt,
      context,
    }));
    const jobIds = await this.outbox.enqueue(tx, SEND_JOB, jobs);
    return messages.map((message, index) => ({ message, jobId: jobIds[index] }));
  }
}

function toOutgoing({ recipients, context: _context, availableAt: _at, ...values }: OutgoingOfTenant): OutgoingMessage {
  const createdAt = new Date();
  return {
    ...values,
    id: values.id ?? v7(),
    recipients: recipients.map((address) => ({ address, state: 'queued' })),
    sentMessageId: values.sentMessageId ?? null,
    forwarded: values.forwarded ?? null,
    signingDomainId: values.signingDomainId ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + TRIED_FOR_MS),
    finishedAt: null,
  };
}
