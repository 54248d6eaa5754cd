import { Injectable } from '@nestjs/common';
import { Every, groupBy, Outbox } from '#libs/core/jobs';
import { Database, lockKey, many, type TenantId } from '#libs/core/persistence';
import { DEFAULT_ACCOUNT } from '../../account-settings/account-settings.repository.js';
import { FILL_SEGMENT_JOB } from '../segment-jobs.js';
import { SegmentRepository } from '../segment.repository.js';
import { LIST_OUTDATED } from './segment-member.sql.js';

const EVERY_MS = 60_000;
/** Segments in one run. */
const SEGMENTS = 1_000;

/**
 * Has segments evaluated anew when a day begins in the account's zone. Criteria count in whole days of that zone, so that nobody comes or
 * leaves by the time alone within a day.
 */
@Injectable()
export class SegmentDays {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Returns how many are evaluated anew. */
  @Every({ every: EVERY_MS, lock: 'segment days' })
  async begin(): Promise<number> {
    const outdated = await this.database.statement((pool) =>
      many<{ tenantId: TenantId; id: string }>(pool, LIST_OUTDATED, [DEFAULT_ACCOUNT.timeZone, SEGMENTS]),
    );
    for (const [tenantId, some] of groupBy(outdated, (one) => one.tenantId)) {
      const ids = some.map(({ id }) => id);
      await this.database.tenant(tenantId, async (tx) => {
        await lockKey(tx, 'segment members', tenantId);
        for (const id of ids) {
          const segment = await this.segments.lockForUpdate(tx, tenantId, id);
          if (segment?.state !== 'ready') continue;
          const { version, updatedAt } = segment;
          await this.segments.update(tx, segment, { state: 'filling', evaluated: 0, evaluatedUpTo: '', updatedAt });
          await this.outbox.enqueue(tx, FILL_SEGMENT_JOB, [{ tenantId, payload: { segmentId: id, version } }]);
        }
      });
    }
    return outdated.length;
  }
}
