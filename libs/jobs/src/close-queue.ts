import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bull';
import type { Redis } from 'ioredis';

const CLOSE_MS = 2_000;

/**
 * Closes a queue, with or without its Redis: Bull itself waits for one that was never there. What the queue still held is
 * in the outbox.
 */
export async function closeQueue(queue: Queue): Promise<void> {
  const abort = new AbortController();
  const isClosed = await Promise.race([
    queue.close().then(() => true),
    delay(CLOSE_MS, false, { signal: abort.signal }).catch(() => false),
  ]);
  abort.abort();
  if (!isClosed) for (const client of (queue as unknown as { clients: Redis[] }).clients) client.disconnect();
}
