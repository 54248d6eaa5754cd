import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type IRateLimiterOptions } from 'rate-limiter-flexible';
import { Problem } from '#libs/http';
import { sha256Hex } from '#libs/secrets';
import type { RedisClient } from '#libs/redis';
import { LIMITS_REDIS } from '../limits/limits.module.js';

const A_MINUTE = { keyPrefix: 'identity:mail-minute', points: 1, duration: 60 };
const AN_HOUR = { keyPrefix: 'identity:mail-hour', points: 5, duration: 3_600 };
const BY_ONE_USER = { keyPrefix: 'identity:mail-person', points: 30, duration: 3_600 };

/** Each purpose has its own count, so that one mail does not delay another. */
export type MailPurpose = 'verification' | 'password-reset' | 'invitation';

/**
 * Limits the mail that a request can cause: to one address one a minute and five an hour of each purpose, and thirty an hour
 * for one user who asks. Without Redis each process counts for itself.
 */
@Injectable()
export class MailLimit {
  private readonly minute: RateLimiterRedis;
  private readonly hour: RateLimiterRedis;
  private readonly user: RateLimiterRedis;

  constructor(@Inject(LIMITS_REDIS) redis: RedisClient) {
    const limiter = (options: IRateLimiterOptions) =>
      new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) });
    [this.minute, this.hour, this.user] = [limiter(A_MINUTE), limiter(AN_HOUR), limiter(BY_ONE_USER)];
  }

  /** Counts a mail before it is enqueued. @throws Problem Throttling, with the time to wait */
  async consume(purpose: MailPurpose, email: string, userId?: string): Promise<void> {
    const key = sha256Hex(`${purpose} ${email}`);
    await consumeFrom(this.minute, key);
    await consumeFrom(this.hour, key);
    if (userId) await consumeFrom(this.user, userId);
  }
}

async function consumeFrom(limiter: RateLimiterRedis, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new Problem('Throttling', {
      message: 'A mail was sent to this address a short while ago. Look there, or try again later.',
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
