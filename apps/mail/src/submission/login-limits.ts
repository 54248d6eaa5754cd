import { Injectable } from '@nestjs/common';
import { FailedLogins } from '#libs/messaging/admission';
import { type WindowLimit, WindowLimits } from '#libs/core/limits';
import { clientNetworkOf } from '#libs/core/networks';
import { sha256Hex } from '#libs/core/secrets';
import { logger } from '#libs/core/observability';
import { MailConfig } from '../config.js';

const SECONDS = 15 * 60;
const OF_NETWORK = { name: 'mail:smtp-logins:network', times: 30, seconds: SECONDS };
/** Secrets are too long to guess, so this only keeps load away: nobody is to lock a user out with a few wrong logins. */
const OF_ACCOUNT = { name: 'mail:smtp-logins:account', times: 300, seconds: SECONDS };

/** Wrong logins in a quarter of an hour: 30 from one network, 300 for one account. Right ones do not count. */
@Injectable()
export class LoginLimits extends WindowLimits {
  private readonly networks: WindowLimit;
  private readonly accounts: WindowLimit;
  private readonly sources: FailedLogins;

  constructor({ redisUrl }: MailConfig) {
    super(redisUrl);
    this.networks = this.limit(OF_NETWORK);
    this.accounts = this.limit(OF_ACCOUNT);
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
}

const networkOf = (ip: string): string => clientNetworkOf(ip) ?? ip;
const keyOf = (account: string): string => sha256Hex(account.toLowerCase());
