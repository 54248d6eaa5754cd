import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1_000;
const RECONNECT_AFTER_MS = 100;

/**
 * A connection for the credential view. A command on a dead connection fails at once: the next connection may reach
 * another Redis, and identity can answer instead.
 */
export function createViewRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    enableAutoPipelining: true,
    retryStrategy: () => RECONNECT_AFTER_MS,
  });
  // Commands and the readiness check report the loss; without a listener the error would end the process.
  redis.on('error', () => undefined);
  return redis;
}
