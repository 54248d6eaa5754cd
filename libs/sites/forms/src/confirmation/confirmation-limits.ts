import type { OnApplicationShutdown } from '@nestjs/common';
import { WindowLimit } from '#libs/core/limits';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import type { Lead } from '../lead.entity.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Mails to one address that one form causes in a day. */
const TO_ADDRESS_BY_FORM = { name: 'pages:confirm-form-address', times: 3, seconds: DAY };
/** Mails to one address that all forms of all tenants cause in a day. */
const TO_ADDRESS = { name: 'pages:confirm-address', times: 6, seconds: DAY };
const BY_FORM = { name: 'pages:confirm-form', times: 300, seconds: HOUR };
const BY_TENANT = { name: 'pages:confirm-tenant', times: 1_000, seconds: HOUR };

/** Limits the mail that forms cause to addresses that visitors typed, which may be those of strangers. */
export class ConfirmationLimits implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly byForm: WindowLimit;
  private readonly byTenant: WindowLimit;
  private readonly toAddress: WindowLimit;
  private readonly toAddressByForm: WindowLimit;

  constructor(redisUrl: string) {
    this.redis = createRedis(redisUrl);
    this.byForm = new WindowLimit(this.redis, BY_FORM);
    this.byTenant = new WindowLimit(this.redis, BY_TENANT);
    this.toAddress = new WindowLimit(this.redis, TO_ADDRESS);
    this.toAddressByForm = new WindowLimit(this.redis, TO_ADDRESS_BY_FORM);
  }

  /** Counts a mail of a form. Returns 0, or how long it has to wait (milliseconds). */
  async consumeForm({ tenantId, formId }: Pick<Lead, 'tenantId' | 'formId'>): Promise<number> {
    return (await this.byForm.consume(formId)) || this.byTenant.consume(tenantId);
  }

  /** Counts a mail to an address. Returns whether it may be sent. */
  async consumeAddress({ formId }: Pick<Lead, 'formId'>, email: string): Promise<boolean> {
    const address = sha256Hex(email.toLowerCase());
    return (
      (await this.toAddressByForm.consume(`${formId} ${address}`)) === 0 &&
      (await this.toAddress.consume(address)) === 0
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
