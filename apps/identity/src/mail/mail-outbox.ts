import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox, type OutboxTransaction } from '#libs/jobs';
import type { TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { uselessAfter, type SystemMail } from './system-mail.js';

/** Every kind of work that identity promises. */
export const JOB_KINDS = ['mail.send', 'password.forgotten'] as const;

/** In whose name work is promised that is for a person and for no tenant. No tenant has this id: it lies before all time. */
export const NO_TENANT: TenantId = 'acc_0000000000000000';

const OWNER = 'identity';

/** What the outbox holds of a mail: nothing that could be read in it, the token least of all. */
export interface SealedMail {
  /** Part of the Message-ID, the same for every attempt. */
  id: string;
  sealed: string;
  /** ISO 8601; null for a mail that is always of use. */
  uselessAfter: string | null;
}

/** The typed address of somebody who forgot a password. */
export interface SealedRequest {
  sealed: string;
}

/** Promises mail in the transaction of what it tells of. */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly box: SecretBox,
  ) {}

  async promise(tx: OutboxTransaction, mail: SystemMail, tenantId: TenantId = NO_TENANT): Promise<void> {
    const payload: SealedMail = {
      id: randomUUID(),
      sealed: this.box.seal(OWNER, 'mail.send', JSON.stringify(mail)),
      uselessAfter: uselessAfter(mail)?.toISOString() ?? null,
    };
    await this.outbox.add(tx, [{ tenantId, kind: 'mail.send', payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  open({ sealed }: SealedMail): SystemMail {
    return JSON.parse(this.box.open(OWNER, 'mail.send', sealed)) as SystemMail;
  }

  /** Leaves for later to find out whether anybody has the address, so that the answer does not depend on it. */
  async promiseReset(tx: OutboxTransaction, email: string): Promise<void> {
    const payload: SealedRequest = { sealed: this.box.seal(OWNER, 'password.forgotten', email) };
    await this.outbox.add(tx, [{ tenantId: NO_TENANT, kind: 'password.forgotten', payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  openRequest({ sealed }: SealedRequest): string {
    return this.box.open(OWNER, 'password.forgotten', sealed);
  }
}
