import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ADMISSION_POLL_MS, AdmissionCopy, AdmissionList, type AdmissionEntries } from '#libs/messaging/admission';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { ReloadedCopy } from '#libs/core/copies';
import { PlatformConfig } from '../config.js';
import { AdmissionRepository } from './admission.repository.js';

/**
 * The blocklist and the data centres in the memory of this process. A change by this process applies at once, one by
 * another process with its message or the next poll. The other apps read a copy in Redis, which each process of this
 * app restores when it is missing or old.
 */
@Injectable()
export class Admission implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly copy: AdmissionCopy;
  private list = AdmissionList.EMPTY;
  private readonly own = new ReloadedCopy('blocklist', () => this.load());
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly database: Database,
    private readonly repository: AdmissionRepository,
    config: PlatformConfig,
  ) {
    this.redis = createRedis(config.redisUrl);
    this.copy = new AdmissionCopy(this.redis);
  }

  get current(): AdmissionList {
    return this.list;
  }

  /** The app accepts no request before the lists are loaded. */
  async onModuleInit(): Promise<void> {
    this.list = new AdmissionList(await this.listEntries());
    this.stopListening = this.copy.onReplaced(() => void this.poll());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopListening?.();
    await this.own.settled();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  @Every({ every: ADMISSION_POLL_MS, in: 'all', whileHeld: 'runs' })
  async poll(): Promise<void> {
    await this.own.poll();
  }

  /** Loads the lists if they changed. When this returns, the change applies here and is on its way to other processes. */
  async refresh(): Promise<void> {
    await this.own.refresh();
  }

  private async load(): Promise<void> {
    if ((await this.getVersion()) !== this.list.version) {
      this.list = new AdmissionList(await this.listEntries());
    }
    if ((await this.copy.version()) !== this.list.version) await this.copy.write(await this.listEntries());
  }

  private async getVersion(): Promise<string> {
    return this.database.statement((pool) => this.repository.getVersion(pool));
  }

  private async listEntries(): Promise<AdmissionEntries> {
    return this.database.statement((pool) => this.repository.listEntries(pool));
  }
}
