import slotOf from 'cluster-key-slot';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl } from './redis-url.js';

/** A connection to one server, to the master that Sentinels name, or to a cluster. */
export type RedisClient = Redis | Cluster;

const COMMAND_TIMEOUT_MS = 1_000;
const RECONNECT_AFTER_MS = 100;

/** Commands fail at once while there is no connection, and within a second on a dead one. */
export const FAIL_FAST: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: COMMAND_TIMEOUT_MS,
  enableAutoPipelining: true,
  retryStrategy: () => RECONNECT_AFTER_MS,
};

/** Commands wait for a connection, however long that takes. */
const PATIENT: RedisOptions = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  enableReadyCheck: false,
  retryStrategy: () => RECONNECT_AFTER_MS,
};

/**
 * Connects to the Redis of a URL: `redis://`, `rediss://`, `redis+sentinel://host:port,…/master` or
 * `redis+cluster://host:port,…`. With a cluster, keys of one command, script or MULTI share a hash tag.
 * @param options by default, a command that meets a dead connection fails instead of waiting for the next one
 * @throws Error if the URL is malformed
 */
export function createRedis(url: string, options: RedisOptions = FAIL_FAST): RedisClient {
  const redis = connect(url, options);
  // The loss shows as a failed command and in the readiness check; without a listener it would end the process.
  redis.on('error', () => undefined);
  return redis;
}

function connect(url: string, options: RedisOptions): RedisClient {
  const address = parseRedisUrl(url);
  if (!address) return new Redis(url, options);
  const { kind, tls, username, password, hosts, master, db } = address;
  const login = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (kind === 'sentinel') {
    return new Redis({
      ...options,
      ...login,
      ...(tls && { enableTLSForSentinelMode: true }),
      sentinels: hosts,
      name: master,
      ...(db !== undefined && { db }),
      sentinelRetryStrategy: () => RECONNECT_AFTER_MS,
      failoverDetector: true,
    });
  }
  const { lazyConnect, enableAutoPipelining, enableOfflineQueue, enableReadyCheck, retryStrategy, ...ofNodes } =
    options;
  const ofCluster = { lazyConnect, enableAutoPipelining, enableOfflineQueue, enableReadyCheck };
  return new Cluster(hosts, {
    ...Object.fromEntries(Object.entries(ofCluster).filter(([, value]) => value !== undefined)),
    ...(retryStrategy && { clusterRetryStrategy: () => RECONNECT_AFTER_MS }),
    redisOptions: { ...ofNodes, ...(enableReadyCheck !== undefined && { enableReadyCheck }), ...login },
  });
}

/** True if all keys are on one server, so that one command may name any of them; false for a cluster. */
export const isOneServer = (redis: RedisClient): boolean => redis instanceof Redis;

/**
 * Identifies the connection on which commands with this key go now; another one may lead to another server, or to one
 * that has restarted. Undefined before the first command.
 */
export function connectionFor(redis: RedisClient, key: string): unknown {
  if (redis instanceof Redis) return redis.stream;
  const owner = redis.slots[slotOf(key)]?.[0];
  return redis.nodes().find(({ options: { host, port } }) => `${host}:${port}` === owner)?.stream;
}

/** A connection of its own, whose commands wait for Redis. */
export function duplicate(redis: RedisClient): RedisClient {
  const patient = { ...PATIENT, commandTimeout: undefined };
  if (redis instanceof Redis) return redis.duplicate(patient);
  return redis.duplicate([], {
    enableOfflineQueue: true,
    redisOptions: { ...redis.options.redisOptions, ...patient },
  });
}
