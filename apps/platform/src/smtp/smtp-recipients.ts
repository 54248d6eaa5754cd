import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/persistence';
import { parseMailbox, type SmtpRejection } from '#libs/mail/email';
import { BlockedMail } from '../admission/blocked-mail.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { KeyLogin, type SmtpKey } from './smtp-login.js';
import { rejection } from './smtp-rejections.js';

/** Recipients as a client of SMTP names them, one by one. */
@Injectable()
export class SmtpRecipients {
  constructor(
    private readonly login: KeyLogin,
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
    private readonly blocked: BlockedMail,
  ) {}

  /** Returns why an address gets nothing; undefined if it may. @throws SmtpRejection for a key that has ended */
  async reject(given: string, key: SmtpKey): Promise<SmtpRejection | undefined> {
    const address = parseMailbox(given)?.address;
    if (address === undefined) return rejection(553, '5.1.3', 'This is no address');
    const { tenant } = await this.login.require(key);
    if (this.blocked.listBlocked([address]).length > 0)
      return rejection(550, '5.1.1', `${address} is blocked on this platform`);
    const isSuppressed = await this.database.tenant(tenant.id, (tx) =>
      this.suppressions.holdsAddress(tx, tenant.id, address),
    );
    return isSuppressed ? rejection(550, '5.1.1', `${address} is suppressed`) : undefined;
  }
}
