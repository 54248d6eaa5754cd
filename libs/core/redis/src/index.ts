/** Connections to Redis and subscriptions. */

export { connectionFor, createRedis, FAIL_FAST, type RedisClient } from './create-redis.js';
export { subscribe, type SubscriptionListener, Subscriptions } from './subscriptions.js';
