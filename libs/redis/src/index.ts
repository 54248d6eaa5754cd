export { connectionFor, createRedis, FAIL_FAST, type RedisClient, subscribe } from './create-redis.js';
