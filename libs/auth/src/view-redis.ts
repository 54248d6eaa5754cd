import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1_000;
const RECONNECT_AFTER_MS = 100;

/**
 * A connection for the credential view. A command that meets a dead connection fails at once instead of waiting for
 * the next one: what it would find there may be another Redis, and identity can answer meanwhile.
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
  // The loss shows as a failed command and in the readiness check; without a listener it would end the process.
  redis.on('error', () => undefined);
  return redis;
}
