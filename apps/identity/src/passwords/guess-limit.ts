import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { sha256Hex } from '#libs/core/secrets';
import type { RedisClient } from '#libs/core/redis';
import { LIMITS_REDIS } from '../limits/limits.module.js';

const WRONG_GUESSES = { keyPrefix: 'identity:guesses', points: 10, duration: 15 * 60 };

/** Guesses of an account that this process is verifying, and those that wait for one of them to end. */
interface UnderWay {
  count: number;
  waiting: (() => void)[];
}

/** A guess that was counted. It stays counted only if it was wrong. */
export interface Guess {
  markWrong(): void;
  end(): void;
}

/**
 * Ten wrong passwords or codes for one account in fifteen minutes; until then every further guess is rejected,
 * correct or not. The account is the entered address, whether or not a user has it. Without Redis each process
 * counts for itself.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterRedis;
  private readonly underWay = new Map<string, UnderWay>();

  constructor(@Inject(LIMITS_REDIS) redis: RedisClient) {
    this.limiter = new RateLimiterRedis({
      ...WRONG_GUESSES,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(WRONG_GUESSES),
    });
  }

  /**
   * Counts a guess before it is verified, so that many at once cannot exceed the limit. Correct ones are uncounted when they
   * end; while so many of an account are under way, further ones wait.
   * @throws Problem Throttling
   */
  async begin(email: string): Promise<Guess> {
    const account = sha256Hex(email);
    await this.consume(account);
    let isWrong = false;
    return {
      markWrong: () => (isWrong = true),
      end: () => (isWrong ? this.leave(account) : void this.uncount(account)),
    };
  }

  /** Deletes the count of wrong guesses, for a user who was authenticated in another way. */
  async reset(email: string): Promise<void> {
    await this.limiter.delete(sha256Hex(email));
  }

  /** Not awaited by the request; further guesses of the same account wait for it. */
  private async uncount(account: string): Promise<void> {
    try {
      await this.limiter.reward(account);
    } catch (error) {
      logger.warn('A guess that was right stays counted', { error });
    } finally {
      this.leave(account);
    }
  }

  private async consume(account: string): Promise<void> {
    for (;;) {
      const rejection = await this.tryConsume(account);
      if (!rejection) return;
      const others = this.underWay.get(account);
      if (!others) throw throttled(rejection);
      await new Promise<void>((resolve) => others.waiting.push(resolve));
    }
  }

  private async tryConsume(account: string): Promise<RateLimiterRes | undefined> {
    try {
      await this.limiter.consume(account);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // It was counted nevertheless, and is not verified.
      await this.limiter.reward(account);
      return error;
    }
    this.enter(account);
    return undefined;
  }

  private enter(account: string): void {
    const known = this.underWay.get(account);
    if (known) known.count += 1;
    else this.underWay.set(account, { count: 1, waiting: [] });
  }

  private leave(account: string): void {
    const known = this.underWay.get(account);
    if (!known) return;
    known.count -= 1;
    if (known.count === 0) this.underWay.delete(account);
    for (const wake of known.waiting.splice(0)) wake();
  }
}

function throttled({ msBeforeNext }: RateLimiterRes): Problem {
  return new Problem('Throttling', { headers: { 'Retry-After': String(Math.ceil(msBeforeNext / 1_000)) } });
}
