import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { WindowLimit } from '#libs/core/limits';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import { MailConfig } from '../config.js';

const DAY = 24 * 3_600;
/** Mails that ask for consent, which one mailbox causes in a day. */
const OF_MAILBOX = { name: 'mail:forwarding-asks:mailbox', times: 20, seconds: DAY };
const OF_TENANT = { name: 'mail:forwarding-asks:tenant', times: 200, seconds: DAY };
/** Mails to one address that all mailboxes of all tenants cause. */
const TO_ADDRESS = { name: 'mail:forwarding-asks:address', times: 6, seconds: DAY };

/** Limits the mails that ask addresses for their consent, which may be those of strangers. */
@Injectable()
export class ForwardingLimits implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly ofMailbox: WindowLimit;
  private readonly ofTenant: WindowLimit;
  private readonly toAddress: WindowLimit;

  constructor({ redisUrl }: MailConfig) {
    this.redis = createRedis(redisUrl);
    this.ofMailbox = new WindowLimit(this.redis, OF_MAILBOX);
    this.ofTenant = new WindowLimit(this.redis, OF_TENANT);
    this.toAddress = new WindowLimit(this.redis, TO_ADDRESS);
  }

  /** Counts a mail to each of the addresses. @throws Problem Throttling */
  async consume(tenantId: string, mailboxId: string, addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const waitMs =
        (await this.ofMailbox.consume(mailboxId)) ||
        (await this.ofTenant.consume(tenantId)) ||
        (await this.toAddress.consume(sha256Hex(address.toLowerCase())));
      if (waitMs > 0) throw tooMany(waitMs);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

const tooMany = (waitMs: number): Problem =>
  new Problem('Throttling', {
    message: 'Too many addresses were asked for their consent today. Try again tomorrow.',
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
  });
