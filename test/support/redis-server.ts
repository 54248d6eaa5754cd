import { rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { startRedis, type EmbeddedRedis } from '#libs/test/embedded';
import { freePort } from '#libs/test/testing';

/** A Redis that a test can flush, kill and restart. Its port stays the same. */
export class RedisServer {
  #server: EmbeddedRedis | undefined;

  private constructor(
    private readonly dataDir: string,
    readonly port: number,
  ) {}

  static async start(dataDir: string): Promise<RedisServer> {
    const redis = new RedisServer(dataDir, await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, with the data of its last run if that was saved. */
  async start({ empty = false } = {}): Promise<void> {
    if (empty) rmSync(this.dataDir, { recursive: true, force: true });
    this.#server = await startRedis({ dataDir: this.dataDir, port: this.port, path: process.env['PATH'] ?? '' });
  }

  async flush(): Promise<void> {
    const client = new Redis(this.url);
    await client.flushall();
    client.disconnect();
  }

  /** Has it answer nothing, with its connections open, until `proceed`. */
  hang(): void {
    process.kill(this.#server!.pid, 'SIGSTOP');
  }

  proceed(): void {
    process.kill(this.#server!.pid, 'SIGCONT');
  }

  async kill(): Promise<void> {
    if (!this.#server) return;
    process.kill(this.#server.pid, 'SIGKILL');
    await this.#server.exited;
    this.#server = undefined;
  }
}
