import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FailedLogins } from '#libs/messaging/admission';
import { WindowLimit } from '#libs/core/limits';
import { clientNetworkOf } from '#libs/core/networks';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import { logger } from '#libs/core/observability';
import { MailConfig } from '../config.js';

const SECONDS = 15 * 60;
const OF_NETWORK = { name: 'mail:smtp-logins:network', times: 30, seconds: SECONDS };
/** Secrets are too long to guess, so this only keeps load away: nobody is to lock a user out with a few wrong logins. */
const OF_ACCOUNT = { name: 'mail:smtp-logins:account', times: 300, seconds: SECONDS };

/** Wrong logins in a quarter of an hour: 30 from one network, 300 for one account. Right ones do not count. */
@Injectable()
export class LoginLimits implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly networks: WindowLimit;
  private readonly accounts: WindowLimit;
  private readonly sources: FailedLogins;

  constructor({ redisUrl }: MailConfig) {
    this.redis = createRedis(redisUrl);
    this.networks = new WindowLimit(this.redis, OF_NETWORK);
    this.accounts = new WindowLimit(this.redis, OF_ACCOUNT);
    this.sources = new FailedLogins(this.redis);
  }

  /** Whether a login may be verified. */
  async allows(account: string, ip: string): Promise<boolean> {
    const over = await Promise.all([this.networks.isOver(networkOf(ip)), this.accounts.isOver(keyOf(account))]);
    return !over.includes(true);
  }

  /** Counts a wrong login, also for the operators, who see where such logins come from. */
  async countWrong(account: string, ip: string): Promise<void> {
    await Promise.all([this.networks.consume(networkOf(ip)), this.accounts.consume(keyOf(account))]);
    await this.sources.count(ip).catch((error: unknown) => logger.warn('A wrong login was not counted', { error }));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

const networkOf = (ip: string): string => clientNetworkOf(ip) ?? ip;
const keyOf = (account: string): string => sha256Hex(account.toLowerCase());
