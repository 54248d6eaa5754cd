import { Injectable } from '@nestjs/common';
import { Database, DatabaseUnavailable, one, sqlState, type TenantId } from '#libs/core/persistence';
import { ContactCriteria } from '../criteria/contact-criteria.js';
import { SET_ALL_LIMITS } from '../criteria/criteria-statement.sql.js';
import type { Criteria } from '../criteria/criterion.js';

/** Longest count; the caller waits for it. */
const DEADLINE_MS = 8_000;
const QUERY_CANCELED = '57014';
/** Reach of criteria that could not be counted in time. */
export const UNCOUNTED = -1;

/** Counts the contacts that meet criteria. */
@Injectable()
export class SegmentReach {
  constructor(
    private readonly database: Database,
    private readonly criteria: ContactCriteria,
  ) {}

  /** Returns {@link UNCOUNTED} after the deadline; 0 for invalid criteria. */
  async count(tenantId: TenantId, criteria: Criteria, deadlineMs = DEADLINE_MS): Promise<number> {
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const context = await this.criteria.contextOf(tx, tenantId);
        const compiled = this.criteria.compile(context, tenantId, criteria, { kind: 'all' });
        if (!compiled) return 0;
        const { sql, condition } = compiled;
        await one(tx, SET_ALL_LIMITS, [String(deadlineMs)]);
        return (await one<{ count: number }>(tx, sql.text('count(*)::int as count', condition), sql.values)).count;
      });
    } catch (error) {
      if (error instanceof DatabaseUnavailable && sqlState(error.cause) === QUERY_CANCELED) return UNCOUNTED;
      throw error;
    }
  }
}
