import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis, type EmbeddedRedis } from '#libs/test/embedded';
import { freePort, waitUntil } from '#libs/test/testing';

const NODES = 3;
const SLOTS = 16_384;

/** A Redis Cluster of three masters, each with a third of the slots. */
export class RedisCluster {
  private constructor(
    private readonly dir: string,
    private readonly servers: readonly EmbeddedRedis[],
    /** Ports on which the nodes talk to each other. */
    private readonly busPorts: readonly number[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const dir = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
    const servers: EmbeddedRedis[] = [];
    const busPorts = await Promise.all(Array.from({ length: NODES }, () => freePort()));
    const cluster = new RedisCluster(dir, servers, busPorts);
    try {
      for (const [n, busPort] of busPorts.entries()) servers.push(await startNode(join(dir, String(n)), busPort));
      await cluster.form();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get url(): string {
    return `redis+cluster://${this.servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  /** How many keys each node has. */
  async sizes(): Promise<number[]> {
    return this.onEach((node) => node.dbsize());
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.dir, { recursive: true, force: true });
  }

  private async form(): Promise<void> {
    const share = Math.ceil(SLOTS / NODES);
    await this.onEach(async (node, index) => {
      await node.call('cluster', 'addslotsrange', index * share, Math.min(SLOTS, (index + 1) * share) - 1);
      for (const [at, { port }] of this.servers.entries()) {
        await node.call('cluster', 'meet', '127.0.0.1', port, this.busPorts[at]!);
      }
    });
    const isWhole = async () => {
      const states = await this.onEach((node) => node.cluster('INFO'));
      return states.every((state) => /cluster_state:ok/.test(state) && /cluster_known_nodes:3/.test(state));
    };
    await waitUntil(isWhole, { timeoutMs: 20_000, what: 'the cluster' });
  }

  private async onEach<T>(work: (node: Redis, index: number) => Promise<T>): Promise<T[]> {
    const results: T[] = [];
    for (const [index, { url }] of this.servers.entries()) {
      const node = new Redis(url);
      try {
        results.push(await work(node, index));
      } finally {
        node.disconnect();
      }
    }
    return results;
  }
}

async function startNode(dataDir: string, busPort: number): Promise<EmbeddedRedis> {
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-config-file': 'nodes.conf',
    'cluster-node-timeout': 2_000,
    // The default, 10,000 above the other port, is where outgoing connections take theirs.
    'cluster-port': busPort,
  };
  return startRedis({ dataDir, port: await freePort(), path: process.env['PATH'] ?? '', settings });
}
