import { duplicate, type RedisClient } from './create-redis.js';

export interface SubscriptionListener {
  message(channel: string, text: string): void;
  /** The connection is there, for the first time or again: messages before it may be lost. */
  connected?(): void;
}

/** Channels that one connection of its own listens to. It outlives any loss of Redis. */
export class Subscriptions {
  private readonly subscriber: RedisClient;

  constructor(redis: RedisClient, listener: SubscriptionListener) {
    this.subscriber = duplicate(redis);
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('message', (channel: string, text: string) => listener.message(channel, text));
    this.subscriber.on('ready', () => listener.connected?.());
  }

  /**
   * Resolves when Redis has the subscription, however long that takes. ioredis subscribes again after each reconnect: a
   * repeated call then waits for that.
   */
  async add(...channels: string[]): Promise<void> {
    if (channels.length > 0) await this.subscriber.subscribe(...channels);
  }

  /** Needs no answer: messages that still come are the caller's to ignore. */
  remove(channel: string): void {
    this.subscriber.unsubscribe(channel).catch(() => undefined);
  }

  close(): void {
    this.subscriber.removeAllListeners('message').removeAllListeners('ready');
    this.subscriber.disconnect();
  }
}

/**
 * Calls `listener` for each message on a channel, over a connection of its own that outlives any loss of Redis.
 * Returns what ends it.
 */
export function subscribe(redis: RedisClient, channel: string, listener: () => void): () => void {
  const subscriptions = new Subscriptions(redis, { message: listener });
  subscriptions.add(channel).catch(() => undefined);
  return () => subscriptions.close();
}
