/** Postgres, Redis and DNS of the launcher and of tests. */

export { startDns, type DnsRecord, type EmbeddedDns } from './dns.js';
export { Patience, type PatienceOptions } from './patience.js';
export { PortTakenError, assertPortFree, freePort, freePorts, isRefusedByFetch, portIsFree } from './ports.js';
export { commandLineOf, endProcess, isAlive, waitUntilGone } from './processes.js';
export { startPostgres, stopLeftPostgres, type EmbeddedPostgres, type PostgresOptions } from './postgres.js';
export { startRedis, stopLeftRedis, type EmbeddedRedis, type RedisOptions } from './redis.js';
export { ensureRedisServer } from './redis-install.js';
export {
  ensureDatabase,
  ensureRoles,
  grantConnect,
  isSuperuser,
  roleNames,
  urlFor,
  withClient,
  type AppRoleNames,
  type RolePasswords,
} from './databases.js';
export { closeToOthers } from './server-user.js';
