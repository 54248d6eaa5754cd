import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Problem } from '#libs/http';
import { randomToken } from '#libs/secrets';
import { IdentityConfig } from '../config.js';

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** More than this many waiting would not be served before their callers give up. */
const MOST_WAITING = 100;

/** How many get ready while others have the threads, so that no thread waits for what is looked up before. */
const GETTING_READY = 2;

/** Hashes passwords, a bounded number at a time: each takes a thread and 19 MiB. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly places: LimitFunction;
  private readonly threads: LimitFunction;
  private dummy: string;

  constructor(config: IdentityConfig) {
    const threads = config.passwordConcurrency || availableParallelism();
    this.threads = pLimit(threads);
    this.places = pLimit(threads + GETTING_READY);
  }

  async onModuleInit(): Promise<void> {
    this.dummy = await hash(randomToken(24), ARGON2);
  }

  /**
   * Waits for a place and runs `work` in it; `hash` and `verify` are to be called within, and wait for a thread.
   * @throws Problem Throttling when too many wait already
   */
  async inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (this.places.pendingCount >= MOST_WAITING) throw new Problem('Throttling', { headers: { 'Retry-After': '2' } });
    return this.places(work);
  }

  hash(password: string): Promise<string> {
    return this.threads(() => hash(password, ARGON2));
  }

  /** Whether the password is right; with an unknown hash it takes the same time to say no. */
  async verify(known: string | undefined, password: string): Promise<boolean> {
    const right = await this.threads(() => verify(known ?? this.dummy, password));
    return right && known !== undefined;
  }
}
