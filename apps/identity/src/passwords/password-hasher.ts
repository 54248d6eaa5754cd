import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Problem } from '#libs/http';
import { randomToken } from '#libs/secrets';
import { IdentityConfig } from '../config.js';

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** More than this many waiting would not be served before their clients give up. */
const MAX_WAITING = 100;

/** Logins that look their user up while others hash, so that no thread waits for a look-up. */
const PREPARING = 2;

/** A login's place in the queue of the hasher. */
export interface HashingPlace {
  release(): void;
}

/** Hashes passwords, a bounded number at a time: each takes a thread and 19 MiB. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly places: LimitFunction;
  private readonly threads: LimitFunction;
  private dummy: string;

  constructor(config: IdentityConfig) {
    const threads = config.passwordConcurrency || availableParallelism();
    this.threads = pLimit(threads);
    this.places = pLimit(threads + PREPARING);
  }

  async onModuleInit(): Promise<void> {
    this.dummy = await hash(randomToken(24), ARGON2);
  }

  /**
   * Waits for a place in the queue. The caller releases it.
   * @throws Problem Throttling if too many wait already
   */
  async takePlace(): Promise<HashingPlace> {
    if (this.places.pendingCount >= MAX_WAITING) throw new Problem('Throttling', { headers: { 'Retry-After': '2' } });
    return new Promise((resolve) => {
      void this.places(() => new Promise<void>((release) => resolve({ release })));
    });
  }

  /** @throws Problem Throttling if too many wait already */
  async hash(password: string): Promise<string> {
    const place = await this.takePlace();
    try {
      return await this.threads(() => hash(password, ARGON2));
    } finally {
      place.release();
    }
  }

  /** Whether the password is right; without a stored hash it takes the same time to say no. Call it within a place. */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    const right = await this.threads(() => verify(stored ?? this.dummy, password));
    return right && stored !== undefined;
  }
}
