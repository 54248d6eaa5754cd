import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { requestedLanguage, type Language } from '#libs/core/html';
import { Outbox } from '#libs/core/jobs';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { uselessAfter, type SystemMail } from './system-mail.js';

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
  /** The language of the mail; English if absent. */
  language?: Language;
  /** ISO 8601; absent in rows of earlier versions. */
  askedAt?: string;
}

/** Enqueues mail in the transaction of the change that it reports. */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly box: SecretBox,
  ) {}

  async enqueue(tx: SqlExecutor, mail: SystemMail, tenantId: TenantId = NO_TENANT): Promise<void> {
    const worded: SystemMail = { ...mail, language: mail.language ?? requestedLanguage() };
    const payload: SealedMail = {
      id: randomUUID(),
      sealed: this.box.seal(OWNER, 'mail.send', JSON.stringify(worded)),
      uselessAfter: uselessAfter(mail)?.toISOString() ?? null,
    };
    await this.outbox.enqueue(tx, 'mail.send', [{ tenantId, payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  unseal({ sealed }: SealedMail): SystemMail {
    return JSON.parse(this.box.open(OWNER, 'mail.send', sealed)) as SystemMail;
  }

  /** The worker looks the address up, so that the time of the answer does not tell whether a user has it. */
  async enqueueReset(tx: SqlExecutor, email: string): Promise<void> {
    const language = requestedLanguage();
    const payload: SealedRequest = {
      sealed: this.box.seal(OWNER, 'password.forgotten', email),
      askedAt: new Date().toISOString(),
      ...(language && { language }),
    };
    await this.outbox.enqueue(tx, 'password.forgotten', [{ tenantId: NO_TENANT, payload }]);
  }

  /** @throws BrokenSeal or UnknownKeyId */
  unsealRequest({ sealed }: SealedRequest): string {
    return this.box.open(OWNER, 'password.forgotten', sealed);
  }
}
