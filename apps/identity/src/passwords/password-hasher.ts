import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Problem } from '#libs/core/http';
import { randomToken } from '#libs/core/secrets';
import { IdentityConfig } from '../config.js';

/** The most waiting logins; further ones would time out at their clients. */
const MAX_WAITING = 100;

/** Logins that read their user while others hash, so that no thread waits for a query. */
const PREPARING = 2;

/** A login's place in the queue of the hasher. */
export interface HashingPlace {
  release(): void;
}

/** Hashes passwords by argon2id, a bounded number at a time: each takes a thread and its memory. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly argon2: Options;
  private readonly places: LimitFunction;
  private readonly threads: LimitFunction;
  private dummy: string;

  constructor(config: IdentityConfig) {
    this.argon2 = { memoryCost: config.passwordMemoryKib, timeCost: 2, parallelism: 1, outputLen: 32 };
    const threads = config.passwordConcurrency || availableParallelism();
    this.threads = pLimit(threads);
    this.places = pLimit(threads + PREPARING);
  }

  async onModuleInit(): Promise<void> {
    this.dummy = await hash(randomToken(24), this.argon2);
  }

  /**
   * Waits for a place in the queue. The caller releases it.
   * @throws Problem Throttling if too many wait already
   */
  async acquirePlace(): Promise<HashingPlace> {
    if (this.places.pendingCount >= MAX_WAITING) throw new Problem('Throttling', { headers: { 'Retry-After': '2' } });
    return new Promise((resolve) => {
      void this.places(() => new Promise<void>((release) => resolve({ release })));
    });
  }

  /** @throws Problem Throttling if too many wait already */
  async hash(password: string): Promise<string> {
    const place = await this.acquirePlace();
    try {
      return await this.threads(() => hash(password, this.argon2));
    } finally {
      place.release();
    }
  }

  /** Whether the password is correct. Without a stored hash, or with an empty one, it takes the same time. Requires a place in the queue. */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const right = await this.threads(() => verify(stored || this.dummy, password));
    return right && Boolean(stored);
  }
}
