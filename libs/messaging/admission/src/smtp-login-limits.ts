import { type WindowLimit, WindowLimits } from '#libs/core/limits';
import { clientNetworkOf } from '#libs/core/networks';
import { logger } from '#libs/core/observability';
import { sha256Hex } from '#libs/core/secrets';
import { FailedLogins } from './failed-logins.js';

const SECONDS = 15 * 60;
const OF_NETWORK = 30;
/** Keeps load away alone: secrets are too long to guess, and a few wrong logins of others may not lock a user out. */
const OF_ACCOUNT = 300;

/**
 * Wrong logins by SMTP in a quarter of an hour: 30 from one network, 300 for one account, where the name of the login says one. Right
 * ones do not count.
 */
export abstract class SmtpLoginLimits extends WindowLimits {
  private readonly networks: WindowLimit;
  private readonly accounts: WindowLimit;
  private readonly sources: FailedLogins;

  /** @param app name of the app; apps have separate counts */
  protected constructor(redisUrl: string, app: string) {
    super(redisUrl);
    this.networks = this.limit({ name: `${app}:smtp-logins:network`, times: OF_NETWORK, seconds: SECONDS });
    this.accounts = this.limit({ name: `${app}:smtp-logins:account`, times: OF_ACCOUNT, seconds: SECONDS });
    this.sources = new FailedLogins(this.redis);
  }

  /** Says whether a login may be verified. */
  async allows(ip: string, account?: string): Promise<boolean> {
    const over = await Promise.all([
      this.networks.isOver(networkOf(ip)),
      account !== undefined && this.accounts.isOver(keyOf(account)),
    ]);
    return !over.includes(true);
  }

  /** Counts a wrong login, also for the operators, who see where such logins come from. */
  async countWrong(ip: string, account?: string): Promise<void> {
    await Promise.all([
      this.networks.consume(networkOf(ip)),
      account !== undefined && this.accounts.consume(keyOf(account)),
    ]);
    await this.sources.count(ip).catch((error: unknown) => logger.warn('A wrong login was not counted', { error }));
  }
}

const networkOf = (ip: string): string => clientNetworkOf(ip) ?? ip;
const keyOf = (account: string): string => sha256Hex(account.toLowerCase());
