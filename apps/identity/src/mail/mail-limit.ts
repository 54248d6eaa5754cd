import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type IRateLimiterOptions } from 'rate-limiter-flexible';
import { Problem } from '#libs/http';
import { sha256Hex } from '#libs/secrets';
import { LIMITS_REDIS } from '../passwords/guess-limit.js';

const A_MINUTE = { keyPrefix: 'identity:mail-minute', points: 1, duration: 60 };
const AN_HOUR = { keyPrefix: 'identity:mail-hour', points: 5, duration: 3_600 };
const BY_ONE_PERSON = { keyPrefix: 'identity:mail-person', points: 30, duration: 3_600 };

/** What a mail is for: each purpose has a count of its own, so that one link does not keep another from being sent. */
export type MailPurpose = 'verification' | 'password-reset' | 'invitation';

/**
 * Keeps mail that anybody can cause from becoming a flood: to one address one a minute and five an hour of each purpose,
 * and thirty an hour at the word of one person. Without Redis each process counts for itself.
 */
@Injectable()
export class MailLimit {
  private readonly minute: RateLimiterRedis;
  private readonly hour: RateLimiterRedis;
  private readonly person: RateLimiterRedis;

  constructor(@Inject(LIMITS_REDIS) redis: Redis) {
    const limiter = (options: IRateLimiterOptions) =>
      new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) });
    [this.minute, this.hour, this.person] = [limiter(A_MINUTE), limiter(AN_HOUR), limiter(BY_ONE_PERSON)];
  }

  /** Counts a mail before it is promised. @throws Problem Throttling, with the time to wait */
  async take(purpose: MailPurpose, email: string, personId?: string): Promise<void> {
    const key = sha256Hex(`${purpose} ${email}`);
    await consume(this.minute, key);
    await consume(this.hour, key);
    if (personId) await consume(this.person, personId);
  }
}

async function consume(limiter: RateLimiterRedis, key: string): Promise<void> {
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
