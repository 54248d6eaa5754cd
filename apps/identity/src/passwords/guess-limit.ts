import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#libs/http';
import { sha256Hex } from '#libs/secrets';

export const LIMITS_REDIS = Symbol('LIMITS_REDIS');

const WRONG_GUESSES = { keyPrefix: 'identity:guesses', points: 10, duration: 15 * 60 };

/**
 * Ten wrong passwords or codes for one account in fifteen minutes, then nothing but refusals for the rest of them,
 * right or wrong. The account is the address that was typed, whether or not somebody has it. Without Redis each process
 * counts for itself.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterRedis;

  constructor(@Inject(LIMITS_REDIS) redis: Redis) {
    this.limiter = new RateLimiterRedis({
      ...WRONG_GUESSES,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(WRONG_GUESSES),
    });
  }

  /** Counts a guess before it is tried, so that many at once are no way around. @throws Problem Throttling */
  async take(email: string): Promise<void> {
    try {
      await this.limiter.consume(sha256Hex(email));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Problem('Throttling', { headers: { 'Retry-After': String(Math.ceil(error.msBeforeNext / 1_000)) } });
    }
  }

  /** Gives a guess back that was right. */
  async giveBack(email: string): Promise<void> {
    await this.limiter.reward(sha256Hex(email));
  }

  /** Forgets every wrong guess, for somebody who has shown in another way who they are. */
  async forget(email: string): Promise<void> {
    await this.limiter.delete(sha256Hex(email));
  }
}
