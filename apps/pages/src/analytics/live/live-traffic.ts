import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JudgeAccess } from '#libs/core/auth';
import { type EventStream, eventText, Problem } from '#libs/core/http';
import { logger, metrics } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { createRedis, type RedisClient, Subscriptions } from '#libs/core/redis';
import { LIVE_MS, liveStreamOf, type ReadEntry, readLive, readLiveMessage } from '#libs/sites/traffic';
import { PagesConfig } from '../../config.js';
import { LiveFollower, LiveFollowers } from './live-followers.js';
import { type LiveSnapshot, snapshotOf } from './live-snapshot.js';
import { LiveObject } from './live.dto.js';

/** How often access is judged anew, and a sign of life sent. */
const BEAT_MS = 20_000;
/** How often the numbers of the moment are sent. */
const NUMBERS_MS = 5_000;

/** How long the start of a stream waits for the subscriber. */
const SUBSCRIBE_MS = 1_000;

/** Before any entry. */
const FIRST_ENTRY = '0-0';

/** Streams at most: of one user, of one tenant, and of all, in one process. */
export const MAX_OF_USER = 20;
export const MAX_OF_TENANT = 500;
const MAX_STREAMS = 5_000;

interface Reading {
  snapshot: LiveSnapshot;
  entries: ReadEntry[];
  /** Whether Redis answered. */
  isAvailable: boolean;
}

interface OpenTenant {
  followers: LiveFollowers;
  timers: NodeJS.Timeout[];
}

/** Live traffic: the ring of each tenant, and the streams that follow it. All streams of a process share one subscriber. */
@Injectable()
export class LiveTraffic implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private listening: Subscriptions | undefined;
  private readonly open = new Map<string, OpenTenant>();
  private readonly reading = new Map<TenantId, Promise<Reading>>();
  private readonly counts = new Map<string, number>();
  private streams = 0;
  private readonly gauge = metrics.registerGauge({
    name: 'pages_live_streams',
    help: 'Streams that follow the live traffic of an account',
  });

  constructor({ redisUrl }: PagesConfig) {
    this.redis = createRedis(redisUrl);
  }

  /** The numbers of the moment. Without Redis they are zero, and said to be unavailable. */
  async read(tenantId: TenantId): Promise<LiveObject> {
    const { snapshot, isAvailable } = await this.readRing(tenantId);
    return LiveObject.of(snapshot, isAvailable);
  }

  /** Takes a place for a stream. Returns what gives it back. @throws Problem Throttling if there is none left */
  reserve(userId: string, tenantId: TenantId): () => void {
    const limits: [string, number][] = [
      [userId, MAX_OF_USER],
      [tenantId, MAX_OF_TENANT],
    ];
    const isFull = limits.some(([key, most]) => (this.counts.get(key) ?? 0) >= most);
    if (isFull || this.streams >= MAX_STREAMS) throw tooMany();
    const count = (by: 1 | -1) => {
      this.streams += by;
      this.gauge.inc(by);
      for (const [key] of limits) addTo(this.counts, key, by);
    };
    count(1);
    return () => count(-1);
  }

  /** Has a stream follow the traffic of a tenant until it is closed, from after an entry on if that is named. */
  async follow(tenantId: TenantId, stream: EventStream, judge: JudgeAccess, after: string): Promise<void> {
    const tenant = this.opened(tenantId);
    const follower = new LiveFollower(stream, judge, after);
    tenant.followers.add(follower);
    stream.onClose(() => this.leave(tenantId, tenant, follower));
    // Before the ring is read, so that no entry falls between. Without Redis the stream begins all the same.
    const subscribed = this.subscriptions().add(liveStreamOf(tenantId));
    await Promise.race([subscribed.catch(() => undefined), delay(SUBSCRIBE_MS, undefined, { ref: false })]);
    const { snapshot, entries, isAvailable } = await this.readRing(tenantId);
    if (isAvailable) tenant.followers.lastId ||= entries.at(-1)?.id ?? FIRST_ENTRY;
    follower.begin(numbersText(LiveObject.of(snapshot, isAvailable)), entries);
  }

  /** Runs the work of each interval at once. */
  async beat(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ followers }) => followers.beat()));
  }

  onApplicationShutdown(): void {
    for (const { timers } of this.open.values()) for (const timer of timers) clearInterval(timer);
    this.listening?.close();
    this.redis.disconnect();
  }

  private opened(tenantId: TenantId): OpenTenant {
    const name = liveStreamOf(tenantId);
    const known = this.open.get(name);
    if (known) return known;
    const followers = new LiveFollowers(tenantId);
    const timers = [
      setInterval(() => void followers.beat(), BEAT_MS).unref(),
      setInterval(() => void this.sendNumbers(followers), NUMBERS_MS).unref(),
    ];
    const opened = { followers, timers };
    this.open.set(name, opened);
    return opened;
  }

  private leave(tenantId: TenantId, { followers, timers }: OpenTenant, follower: LiveFollower): void {
    followers.delete(follower);
    const name = liveStreamOf(tenantId);
    if (!followers.isEmpty || this.open.get(name)?.followers !== followers) return;
    for (const timer of timers) clearInterval(timer);
    this.open.delete(name);
    this.subscriptions().remove(name);
  }

  private async sendNumbers(followers: LiveFollowers): Promise<void> {
    followers.write(numbersText(await this.read(followers.tenantId)));
  }

  /** Calls that come together read once. */
  private readRing(tenantId: TenantId): Promise<Reading> {
    const reading = this.reading.get(tenantId) ?? this.readRingNow(tenantId);
    this.reading.set(tenantId, reading);
    return reading.finally(() => this.reading.delete(tenantId));
  }

  private async readRingNow(tenantId: TenantId): Promise<Reading> {
    const now = new Date();
    try {
      const entries = await readLive(this.redis, tenantId, now.getTime() - LIVE_MS);
      return { entries, snapshot: snapshotOf(entries, now), isAvailable: true };
    } catch (error) {
      logger.warn('Live traffic could not be read', { error });
      return { entries: [], snapshot: snapshotOf([], now), isAvailable: false };
    }
  }

  private subscriptions(): Subscriptions {
    this.listening ??= new Subscriptions(this.redis, {
      message: (name, text) => this.open.get(name)?.followers.receive(readLiveMessage(text)),
      connected: () => void this.catchUp(),
    });
    return this.listening;
  }

  /** Tells of what came while the subscriber was away. */
  private async catchUp(): Promise<void> {
    for (const [name, { followers }] of this.open) {
      await this.subscriptions()
        .add(name)
        .catch(() => undefined);
      if (followers.lastId === '') continue;
      const missed = await readLive(this.redis, followers.tenantId, followers.lastId).catch(() => []);
      for (const entry of missed) followers.receive(entry);
    }
  }
}

const numbersText = (numbers: LiveObject): string => eventText({ event: 'numeros', data: numbers });

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

const tooMany = (): Problem =>
  new Problem('Throttling', {
    message: 'Há conexões demais acompanhando. Feche uma delas antes.',
    headers: { 'Retry-After': '30' },
  });
