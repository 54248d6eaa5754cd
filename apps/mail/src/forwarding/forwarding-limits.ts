import { Injectable } from '@nestjs/common';
import { type WindowLimit, WindowLimits } from '#libs/core/limits';
import { sha256Hex } from '#libs/core/secrets';
import { MailConfig } from '../config.js';

const DAY = 24 * 3_600;
/** Mails that ask for consent, which one mailbox causes in a day. */
const OF_MAILBOX = { name: 'mail:forwarding-asks:mailbox', times: 20, seconds: DAY };
const OF_TENANT = { name: 'mail:forwarding-asks:tenant', times: 200, seconds: DAY };
/** Mails to one address that all mailboxes of all tenants cause. */
const TO_ADDRESS = { name: 'mail:forwarding-asks:address', times: 6, seconds: DAY };

const TOO_MANY = 'Too many addresses were asked for their consent today. Try again tomorrow.';

/** Limits the mails that ask addresses for their consent, which may be those of strangers. */
@Injectable()
export class ForwardingLimits extends WindowLimits {
  private readonly ofMailbox: WindowLimit;
  private readonly ofTenant: WindowLimit;
  private readonly toAddress: WindowLimit;

  constructor({ redisUrl }: MailConfig) {
    super(redisUrl);
    this.ofMailbox = this.limit(OF_MAILBOX);
    this.ofTenant = this.limit(OF_TENANT);
    this.toAddress = this.limit(TO_ADDRESS);
  }

  /** Counts a mail to each of the addresses. @throws Problem Throttling */
  async consume(tenantId: string, mailboxId: string, addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      await this.ofMailbox.enforce(mailboxId, TOO_MANY);
      await this.ofTenant.enforce(tenantId, TOO_MANY);
      await this.toAddress.enforce(sha256Hex(address.toLowerCase()), TOO_MANY);
    }
  }
}
