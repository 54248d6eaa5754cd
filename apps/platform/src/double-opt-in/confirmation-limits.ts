import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WindowLimit } from '#libs/core/limits';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import type { Id, TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { emailKey } from '../contacts/contact.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Mails to one address that one list causes in a day. */
const TO_ADDRESS_BY_LIST = { name: 'platform:confirm-list-address', times: 3, seconds: DAY };
/** Mails to one address that all lists of all tenants cause in a day. */
const TO_ADDRESS = { name: 'platform:confirm-address', times: 6, seconds: DAY };
const BY_TENANT = { name: 'platform:confirm-tenant', times: 1_000, seconds: HOUR };

/** Limits the mail to addresses whose owners have not agreed to anything yet. */
@Injectable()
export class ConfirmationLimits implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly byTenant: WindowLimit;
  private readonly toAddress: WindowLimit;
  private readonly toAddressByList: WindowLimit;

  constructor({ redisUrl }: PlatformConfig) {
    this.redis = createRedis(redisUrl);
    this.byTenant = new WindowLimit(this.redis, BY_TENANT);
    this.toAddress = new WindowLimit(this.redis, TO_ADDRESS);
    this.toAddressByList = new WindowLimit(this.redis, TO_ADDRESS_BY_LIST);
  }

  /** Counts a mail of a tenant. Returns 0, or how long it has to wait (milliseconds). */
  async consumeTenant(tenantId: TenantId): Promise<number> {
    return this.byTenant.consume(tenantId);
  }

  /** Counts a mail to an address. Returns whether it may be sent. */
  async consumeAddress(listId: Id<'lst'>, email: string): Promise<boolean> {
    const address = sha256Hex(emailKey(email));
    return (
      (await this.toAddressByList.consume(`${listId} ${address}`)) === 0 &&
      (await this.toAddress.consume(address)) === 0
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
