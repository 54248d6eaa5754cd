import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';
import { listDueSweeps, listSilentSince, recordSweep } from './inactivity.sql.js';

const EVERY_MS = 60_000;
/** Between two looks at the contacts of one journey. */
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SWEEPS = 100;
const PAGE = 500;

/**
 * Lets contacts enter journeys when they have done nothing for some days: those whose last deed is that old since the last look. Those
 * who had been silent for longer when the journey was turned on do not enter.
 */
@Injectable()
export class InactivityTrigger {
  constructor(
    private readonly database: Database,
    private readonly journeys: JourneyRepository,
    private readonly entries: JourneyEntries,
    private readonly clock: JourneyClock,
  ) {}

  @Every({ every: EVERY_MS, lock: 'journey sweep' })
  async sweep(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - HOUR_MS);
    const due = await this.database.system((tx) => listDueSweeps(tx, before, SWEEPS));
    for (const { tenantId, id } of due) {
      if (signal?.aborted) return;
      await this.sweepOne(tenantId, id, now);
    }
  }

  /** A page in each transaction, which also keeps the place: interrupted, the next sweep goes on there. */
  private async sweepOne(tenantId: TenantId, id: string, now: Date): Promise<void> {
    for (let hasMore = true; hasMore;)
      hasMore = await this.database.tenant(tenantId, async (tx) => {
        const found = await this.journeys.lockForUpdate(tx, tenantId, id);
        const { active, sweptAt, sweptContact = '', parameters } = found?.journey ?? {};
        if (!found || !active || !sweptAt || parameters?.days === undefined) return false;
        const silenceMs = parameters.days * DAY_MS;
        const from = { at: new Date(sweptAt.getTime() - silenceMs), contactId: sweptContact };
        const until = new Date(now.getTime() - silenceMs);
        const page = await listSilentSince(tx, tenantId, from, until, PAGE);
        const cause = { kind: 'inactivity' as const, chain: [], subject: null };
        await this.entries.enter(
          tx,
          found.journey,
          page.map(({ id: contactId, at }) => ({ contactId, cause, at: new Date(at.getTime() + silenceMs) })),
        );
        const last = page.length === PAGE ? page.at(-1) : undefined;
        const place = last
          ? { at: new Date(last.at.getTime() + silenceMs), contactId: last.id }
          : { at: now, contactId: '' };
        await recordSweep(tx, tenantId, id, place);
        return last !== undefined;
      });
  }
}
