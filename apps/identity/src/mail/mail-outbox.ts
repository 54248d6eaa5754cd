import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox, type OutboxTransaction } from '#libs/jobs';
import type { TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { uselessAfter, type SystemMail } from './system-mail.js';

/** Every kind of job of identity. */
export const JOB_KINDS = ['mail.send', 'password.forgotten'] as const;

/** The tenant of jobs that belong to none. No tenant has this id. */
export const NO_TENANT: TenantId = 'acc_0000000000000000';

const OWNER = 'identity';

/** A mail in the outbox, encrypted because of its token. */
export interface SealedMail {
  /** Part of the Message-ID, the same for every attempt. */
  id: string;
  sealed: string;
  /** ISO 8601; null for a mail that does not expire. */
  uselessAfter: string | null;
}

/** An encrypted address for which a new password was asked. */
export interface SealedRequest {
  sealed: string;
}

/** Enqueues mail in the transaction of the change that it reports. */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly box: SecretBox,
  ) {}

  async enqueue(tx: OutboxTransaction, mail: SystemMail, tenantId: TenantId = NO_TENANT): Promise<void> {
    const payload: SealedMail = {
      id: randomUUID(),
      sealed: this.box.seal(OWNER, 'mail.send', JSON.stringify(mail)),
      uselessAfter: uselessAfter(mail)?.toISOString() ?? null,
    };
    await this.outbox.add(tx, [{ tenantId, kind: 'mail.send', payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  unseal({ sealed }: SealedMail): SystemMail {
    return JSON.parse(this.box.open(OWNER, 'mail.send', sealed)) as SystemMail;
  }

  /** The worker looks the address up, so that the time of the answer does not tell whether a user has it. */
  async enqueueReset(tx: OutboxTransaction, email: string): Promise<void> {
    const payload: SealedRequest = { sealed: this.box.seal(OWNER, 'password.forgotten', email) };
    await this.outbox.add(tx, [{ tenantId: NO_TENANT, kind: 'password.forgotten', payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  unsealRequest({ sealed }: SealedRequest): string {
    return this.box.open(OWNER, 'password.forgotten', sealed);
  }
}
