import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { createRedis, type RedisClient, Subscriptions } from '#libs/core/redis';
import { MailConfig } from '../config.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { readMessage, streamOf } from '../mailbox-changes/change-log.js';
import type { LiveConnection } from './live-connection.js';
import { MailboxChange } from '../mailbox-changes/mailbox-change.js';
import { MailboxChannel } from './mailbox-channel.js';

/** How often access is judged anew, and a sign of life sent. */
const BEAT_MS = 20_000;

/** Connections at most: of one user or key, of one mailbox, and of all, in one process. */
export const MAX_OF_PRINCIPAL = 20;
export const MAX_OF_MAILBOX = 50;
const MAX_CONNECTIONS = 5_000;

/** A mailbox with those who listen to it in this process. */
interface OpenChannel {
  channel: MailboxChannel;
  timer: NodeJS.Timeout;
}

/** Connections of listeners, by mailbox. All of a process share one connection of Redis that listens. */
@Injectable()
export class LiveMailboxes implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private listening: Subscriptions | undefined;
  private readonly open = new Map<string, OpenChannel>();
  private readonly ofPrincipal = new Map<string, number>();
  private readonly ofMailbox = new Map<string, number>();
  private connections = 0;
  private readonly listeners = metrics.registerGauge({
    name: 'mailbox_listeners',
    help: 'Connections that listen to the changes of a mailbox',
  });

  constructor(
    private readonly database: Database,
    { redisUrl }: MailConfig,
  ) {
    this.redis = createRedis(redisUrl);
    this.redis.on('ready', () => this.each((channel) => channel.catchUp()));
  }

  /** Takes a place for a connection. Returns what gives it back. @throws Problem Throttling if there is none left */
  reserve(principalId: string, mailboxId: string): () => void {
    const isFull =
      this.connections >= MAX_CONNECTIONS ||
      (this.ofPrincipal.get(principalId) ?? 0) >= MAX_OF_PRINCIPAL ||
      (this.ofMailbox.get(mailboxId) ?? 0) >= MAX_OF_MAILBOX;
    if (isFull) throw tooMany();
    const count = (by: 1 | -1) => {
      this.connections += by;
      this.listeners.inc(by);
      addTo(this.ofPrincipal, principalId, by);
      addTo(this.ofMailbox, mailboxId, by);
    };
    count(1);
    return () => count(-1);
  }

  /** Has a connection be told of a mailbox until it is closed. */
  connect({ tenantId, id }: Mailbox, connection: LiveConnection): void {
    const name = streamOf(id);
    let open = this.open.get(name);
    if (!open) {
      const services = { redis: this.redis, database: this.database, subscriptions: this.subscriptions() };
      const channel = new MailboxChannel(services, tenantId, id);
      open = { channel, timer: setInterval(() => void channel.beat(), BEAT_MS).unref() };
      this.open.set(name, open);
    }
    const { channel, timer } = open;
    channel.add(connection);
    connection.stream.onClose(() => {
      channel.delete(connection);
      if (!channel.isEmpty || this.open.get(name)?.channel !== channel) return;
      clearInterval(timer);
      this.open.delete(name);
      channel.close();
    });
  }

  /** Runs the work of each interval for all mailboxes at once. */
  async beat(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ channel }) => channel.beat()));
  }

  onApplicationShutdown(): void {
    for (const { channel, timer } of this.open.values()) {
      clearInterval(timer);
      channel.close();
    }
    this.listening?.close();
    this.redis.disconnect();
  }

  private subscriptions(): Subscriptions {
    this.listening ??= new Subscriptions(this.redis, {
      message: (name, text) => {
        const change = readMessage(text);
        this.open.get(name)?.channel.receive(MailboxChange.ofText(change.text), change.id);
      },
      connected: () => this.each((channel) => channel.resume()),
    });
    return this.listening;
  }

  private each(work: (channel: MailboxChannel) => Promise<void>): void {
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
