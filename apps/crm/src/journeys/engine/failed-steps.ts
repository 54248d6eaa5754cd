import { Injectable } from '@nestjs/common';
import { backoff } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { EnrollmentStates } from '../enrollments/enrollment-states.js';
import { endBluntly, postponeFailed } from '../enrollments/failed-enrollment.sql.js';
import { lockByIds } from '../enrollments/enrollment.sql.js';

/** As many as a job of the outbox has, with the same intervals. */
const MAX_FAILURES = 20;
const MAX_ERROR_LENGTH = 500;

/** Remembers that a step could not be done: it is tried again, and after many failures the enrollment ends. */
@Injectable()
export class FailedSteps {
  constructor(
    private readonly database: Database,
    private readonly states: EnrollmentStates,
  ) {}

  async record(tenantId: TenantId, id: string, error: unknown, now: Date): Promise<void> {
    logger.error('A step of a journey failed', { error, tenantId, id });
    const reason = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR_LENGTH);
    const attempts = await this.database.tenant(tenantId, async (tx) => {
      const [enrollment] = await lockByIds(tx, tenantId, [id]);
      if (!enrollment) return 0;
      const dueAt = new Date(now.getTime() + backoff(enrollment.attempts));
      await postponeFailed(tx, enrollment, reason, dueAt);
      return enrollment.attempts + 1;
    });
    if (attempts >= MAX_FAILURES) await this.giveUp(tenantId, id, now);
  }

  private async giveUp(tenantId: TenantId, id: string, now: Date): Promise<void> {
    try {
      await this.database.tenant(tenantId, async (tx) => {
        const enrollments = await lockByIds(tx, tenantId, [id]);
        await this.states.end(tx, tenantId, enrollments, 'failed', now);
      });
    } catch (error) {
      // The end may fail for the same reason as the steps, such as a contact that cannot be opened.
      logger.error('The end of an enrollment is not in the timeline', { error, tenantId, id });
      await this.database.tenant(tenantId, (tx) => endBluntly(tx, tenantId, id, now));
    }
  }
}
