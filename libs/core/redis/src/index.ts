/** Connections to Redis and subscriptions. */

export { connectionFor, createRedis, FAIL_FAST, isOneServer, type RedisClient } from './create-redis.js';
export { subscribe, type SubscriptionListener, Subscriptions } from './subscriptions.js';
