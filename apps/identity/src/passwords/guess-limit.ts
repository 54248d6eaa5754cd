import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#libs/http';
import { logger } from '#libs/observability';
import { sha256Hex } from '#libs/secrets';

export const LIMITS_REDIS = Symbol('LIMITS_REDIS');

const WRONG_GUESSES = { keyPrefix: 'identity:guesses', points: 10, duration: 15 * 60 };

/** Guesses of an account that this process is trying, and who waits for one of them to end. */
interface UnderWay {
  count: number;
  waiting: (() => void)[];
}

/**
 * Ten wrong passwords or codes for one account in fifteen minutes, then nothing but refusals for the rest of them,
 * right or wrong. The account is the address that was typed, whether or not somebody has it. Without Redis each process
 * counts for itself.
 */
@Injectable()
export class GuessLimit {
  private readonly limiter: RateLimiterRedis;
  private readonly underWay = new Map<string, UnderWay>();

  constructor(@Inject(LIMITS_REDIS) redis: Redis) {
    this.limiter = new RateLimiterRedis({
      ...WRONG_GUESSES,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(WRONG_GUESSES),
    });
  }

  /**
   * Tries a guess, which gives nothing when it is wrong. It is counted before it is tried, so that many at once are no
   * way around, and given back unless it was wrong. So many right ones at once look like guesses until they are done:
   * they wait for one another.
   * @throws Problem Throttling
   */
  async attempt<T>(email: string, guess: () => Promise<T | undefined>): Promise<T | undefined> {
    const account = sha256Hex(email);
    await this.take(account);
    let isWrong = false;
    try {
      const result = await guess();
      isWrong = result === undefined;
      return result;
    } finally {
      if (isWrong) this.end(account);
      else void this.giveBack(account);
    }
  }

  /** Forgets every wrong guess, for somebody who has shown in another way who they are. */
  async forget(email: string): Promise<void> {
    await this.limiter.delete(sha256Hex(email));
  }

  /** Nobody waits for it but who tries the same account, and is told to while it is under way. */
  private async giveBack(account: string): Promise<void> {
    try {
      await this.limiter.reward(account);
    } catch (error) {
      logger.warn('A guess that was right stays counted', { error });
    } finally {
      this.end(account);
    }
  }

  private async take(account: string): Promise<void> {
    for (;;) {
      const refusal = await this.count(account);
      if (!refusal) return;
      const others = this.underWay.get(account);
      if (!others) throw throttled(refusal);
      await new Promise<void>((resolve) => others.waiting.push(resolve));
    }
  }

  private async count(account: string): Promise<RateLimiterRes | undefined> {
    try {
      await this.limiter.consume(account);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // It was counted all the same, and is not tried.
      await this.limiter.reward(account);
      return error;
    }
    this.begin(account);
    return undefined;
  }

  private begin(account: string): void {
    const known = this.underWay.get(account);
    if (known) known.count += 1;
    else this.underWay.set(account, { count: 1, waiting: [] });
  }

  private end(account: string): void {
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
