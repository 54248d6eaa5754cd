import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, maybe } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { RuntimeConfig } from '../../config.js';
import { DELETE_SALTS, FIND_SALT, INSERT_SALT } from './visitor-salts.sql.js';

const SALT_BYTES = 32;
const OWNER = 'runtime';
const PURPOSE = 'visitor salt';
const HOUR_MS = 3_600_000;
const CHECKED_EVERY_MS = 60_000;

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Salts of the ids of visitors, one a day (UTC), the same in all processes. That of a day is made in the hour before, and destroyed within
 * the hour after it: nobody can then tell which visitors an address had. Without the database a process goes on with a salt of its own.
 */
@Injectable()
export class VisitorSalts implements OnModuleInit {
  private readonly byDay = new Map<string, KeyObject>();

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly config: RuntimeConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.answersHttp) await this.prepare();
  }

  /** The salt of the day of a time. */
  at(time: number): KeyObject {
    const day = dayAt(time);
    const known = this.byDay.get(day);
    if (known) return known;
    const own = createSecretKey(randomBytes(SALT_BYTES));
    this.byDay.set(day, own);
    return own;
  }

  @Every({ every: CHECKED_EVERY_MS, in: 'all', whileHeld: 'runs' })
  async prepareNow(): Promise<void> {
    await this.prepare();
  }

  /** Loads the salt of today and of the coming hour, and destroys earlier ones. */
  async prepare(now = Date.now()): Promise<void> {
    const days = new Set([dayAt(now), dayAt(now + HOUR_MS)]);
    for (const day of this.byDay.keys()) if (!days.has(day)) this.byDay.delete(day);
    try {
      for (const day of days) await this.load(day);
      await this.database.statement((pool) => pool.query(DELETE_SALTS, [dayAt(now)]));
    } catch (error) {
      logger.warn('Salts of visitors cannot be read; this process uses what it has', { error });
    }
  }

  private async load(day: string): Promise<void> {
    let stored = await this.find(day);
    if (!stored) {
      const own = this.byDay.get(day)?.export() ?? randomBytes(SALT_BYTES);
      const sealed = this.secrets.seal(OWNER, PURPOSE, own);
      await this.database.statement((pool) => pool.query(INSERT_SALT, [day, sealed]));
      stored = await this.find(day);
    }
    if (stored) this.byDay.set(day, createSecretKey(this.secrets.openBytes(OWNER, PURPOSE, stored)));
  }

  private async find(day: string): Promise<string | undefined> {
    return (await this.database.statement((pool) => maybe<{ salt: string }>(pool, FIND_SALT, [day])))?.salt;
  }
}
