import { prepared } from '#libs/core/persistence';
import { addUsageSql, USAGE_PERIOD } from '../usage/usage-counter.sql.js';

/**
 * Parameters: tenant, route, key, answer as JSON, whether the call counts.
 *
 * One statement, because the tenant's counters are locked by now: a further round trip would delay its other batches.
 */
export const FINISH_BATCH = prepared(
  'finish-batch',
  `
    with kept as (
      update idempotency_key set response = $4::jsonb where tenant_id = $1 and route = $2 and key = $3
    )
    ${addUsageSql(`select $1, ${USAGE_PERIOD}, 0, 0, 0, 0, 1 where $5::boolean`)}`,
);
