import { Problem } from '#libs/core/http';
import { metrics } from '#libs/core/observability';
import { createRedis, type RedisClient, Subscriptions } from '#libs/core/redis';
import { readMessage } from './change-log.js';
import { LiveChannel } from './live-channel.js';
import type { LiveConnection } from './live-connection.js';
import type { LiveChange, LiveSource } from './live-source.js';

/** How often access is judged anew, and a sign of life sent. */
const BEAT_MS = 20_000;

/** Connections of all listeners at most, in one process. */
const MAX_CONNECTIONS = 5_000;

export interface ListenerOptions {
  redisUrl: string;
  /** Connections at most of one user or key, in one process. */
  maxOfPrincipal: number;
  /** Connections at most to one subject, in one process. */
  maxOfSubject: number;
  /** The gauge that counts connections. */
  gauge: { name: string; help: string };
}

/** A subject with those who listen to it in this process. */
interface OpenChannel {
  channel: Pick<LiveChannel, keyof LiveChannel>;
  timer: NodeJS.Timeout;
}

/** Connections of listeners, by subject. All of a process share one connection of Redis that listens. */
export class LiveListeners {
  private readonly redis: RedisClient;
  private listening: Subscriptions | undefined;
  private readonly open = new Map<string, OpenChannel>();
  private readonly ofPrincipal = new Map<string, number>();
  private readonly ofSubject = new Map<string, number>();
  private connections = 0;
  private readonly gauge;

  constructor(private readonly options: ListenerOptions) {
    this.redis = createRedis(options.redisUrl);
    this.redis.on('ready', () => this.each((channel) => channel.catchUp()));
    this.gauge = metrics.registerGauge(options.gauge);
  }

  /** Takes a place for a connection. Returns what gives it back. @throws Problem Throttling if there is none left */
  reserve(principalId: string, subjectId: string): () => void {
    const isFull =
      this.connections >= MAX_CONNECTIONS ||
      (this.ofPrincipal.get(principalId) ?? 0) >= this.options.maxOfPrincipal ||
      (this.ofSubject.get(subjectId) ?? 0) >= this.options.maxOfSubject;
    if (isFull) throw tooMany();
    const count = (by: 1 | -1) => {
      this.connections += by;
      this.gauge.inc(by);
      addTo(this.ofPrincipal, principalId, by);
      addTo(this.ofSubject, subjectId, by);
    };
    count(1);
    return () => count(-1);
  }

  /** Has a connection be told of a subject until it is closed. `source` is made for the first one who listens to it. */
  connect<Change extends LiveChange>(
    stream: string,
    source: () => LiveSource<Change>,
    connection: LiveConnection,
  ): void {
    let open = this.open.get(stream);
    if (!open) {
      const channel = new LiveChannel({ redis: this.redis, subscriptions: this.subscriptions() }, source());
      open = { channel, timer: setInterval(() => void channel.beat(), BEAT_MS).unref() };
      this.open.set(stream, open);
    }
    const { channel, timer } = open;
    channel.add(connection);
    connection.stream.onClose(() => {
      channel.delete(connection);
      if (!channel.isEmpty || this.open.get(stream)?.channel !== channel) return;
      clearInterval(timer);
      this.open.delete(stream);
      channel.close();
    });
  }

  /** Runs the work of each interval for all subjects at once. */
  async beat(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ channel }) => channel.beat()));
  }

  close(): void {
    for (const { channel, timer } of this.open.values()) {
      clearInterval(timer);
      channel.close();
    }
    this.listening?.close();
    this.redis.disconnect();
  }

  private subscriptions(): Subscriptions {
    this.listening ??= new Subscriptions(this.redis, {
      message: (name, message) => {
        const { text, id } = readMessage(message);
        this.open.get(name)?.channel.receive(text, id);
      },
      connected: () => this.each((channel) => channel.resume()),
    });
    return this.listening;
  }

  private each(work: (channel: OpenChannel['channel']) => Promise<void>): void {
    for (const { channel } of this.open.values()) void work(channel);
  }
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

const tooMany = (): Problem =>
  new Problem('Throttling', {
    message: 'Too many connections listen already. Close one of them first.',
    headers: { 'Retry-After': '30' },
  });
