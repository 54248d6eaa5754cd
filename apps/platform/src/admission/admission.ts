import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ADMISSION_LOOK_MS, AdmissionCopy, AdmissionList } from '#libs/admission';
import { createViewRedis } from '#libs/auth';
import { Every } from '#libs/jobs';
import { logger } from '#libs/observability';
import { PlatformConfig } from '../config.js';
import { AdmissionRepository } from './admission.repository.js';

/**
 * The lists of who is not to come in, in the memory of this process: at once after a change that was made here, and as
 * soon as it is told of one that was made elsewhere, or looks for itself. The other apps read a copy in Redis, which every process of this one
 * puts back when it is missing or old.
 */
@Injectable()
export class Admission implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly copy: AdmissionCopy;
  private list = AdmissionList.EMPTY;
  private turns: Promise<void> = Promise.resolve();
  private waiting = 0;
  private failing = false;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly repository: AdmissionRepository,
    config: PlatformConfig,
  ) {
    this.redis = createViewRedis(config.redisUrl);
    this.copy = new AdmissionCopy(this.redis);
  }

  get current(): AdmissionList {
    return this.list;
  }

  /** Nothing is accepted before the lists are there. */
  async onModuleInit(): Promise<void> {
    this.list = new AdmissionList(await this.repository.entries());
    this.stopListening = this.copy.onReplaced(() => void this.look());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopListening?.();
    await this.turns;
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  @Every({ every: ADMISSION_LOOK_MS, in: 'all' })
  async look(): Promise<void> {
    if (this.waiting === 0) await this.refresh();
  }

  /** Looks at what the lists are now. After a change, when this returns, it holds here and is on its way to the others. */
  async refresh(): Promise<void> {
    this.waiting += 1;
    this.turns = this.turns.then(() => this.turn()).finally(() => (this.waiting -= 1));
    await this.turns;
  }

  private async turn(): Promise<void> {
    try {
      if ((await this.repository.version()) !== this.list.version) {
        this.list = new AdmissionList(await this.repository.entries());
      }
      if ((await this.copy.version()) !== this.list.version) await this.copy.write(await this.repository.entries());
      this.failing = false;
    } catch (error) {
      if (!this.failing)
        logger.warn('The lists of who is blocked could not be looked at; it is tried again', { error });
      this.failing = true;
    }
  }
}
