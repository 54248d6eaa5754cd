/** Postgres: transactions of a tenant, row-level security, ids, pages of lists, locks. */

export { afterCommit, CommitGathering } from './connection/after-commit.js';
export * from './schema/columns.js';
export * from './schema/data-rights.js';
export * from './connection/data-source.js';
export * from './connection/database.js';
export * from './database.module.js';
export * from './connection/errors.js';
export * from './schema/foundation.js';
export * from './statements/entity-columns.js';
export { binaryTexts } from './statements/binary-array.js';
export * from './statements/row-parameters.js';
export * from './connection/group-commit.js';
export * from './ids/ids.js';
export {
  type BoundedCount,
  boundedBy,
  countBounded,
  COUNTED_MAX,
  countMatching,
  countRows,
  NO_ROWS,
  sumOfCounts,
} from './lists/bounded-count.js';
export { IN_ORDER } from './lists/in-order.js';
export * from './lists/keyset.js';
export * from './lists/like.js';
export { lock, lockKey, lockShared, lockSql, tryLock, tryLockKey, type LockName } from './locks/locks.js';
export { monthFunctionsSql, type MonthFunctions } from './schema/month-functions.js';
export * from './lists/pages.js';
export { TenantRows } from './lists/tenant-rows.js';
export { createIndexByPartition } from './schema/partitioned-index.js';
export * from './schema/partitions.js';
export * from './connection/postgres-version.js';
export { lockRowsSql, rowsByKeys } from './statements/keyed-rows.js';
export * from './statements/returned.js';
export {
  CURRENT_TENANTS_SQL,
  SET_TENANTS_SQL,
  systemAccessSql,
  tenantPolicySql,
  TENANTS_SETTING,
} from './schema/row-level-security.sql.js';
export { prepared, preparedStatements, type PreparedStatement } from './statements/prepared.js';
export * from './statements/sql.js';
export * from './schema/tenant-statistics.js';
