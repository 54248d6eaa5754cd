import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { logger, metrics } from '#libs/core/observability';
import { afterCommit, type Id } from '#libs/core/persistence';
import { InterruptedJourneys } from '../../alerts/interrupted-journeys.js';
import type { Journey } from '../definition/journey.entity.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { JourneyWakeup } from '../engine/journey-wakeup.js';
import { EnrollmentStates } from './enrollment-states.js';
import type { Enrollment } from './enrollment.entity.js';
import { type EarlierEntries, insertEnrollments, listEarlierEntries, listLiving, lockByIds } from './enrollment.sql.js';
import type { EntryCause } from './entry-cause.js';

/** A contact that something made enter. */
export interface Entry {
  contactId: Id<'cnt'>;
  cause: EntryCause;
  /** When it happened, if that is known: what came before a restore is due before it, and its messages may be left out. */
  at?: Date;
}

/** Journeys that may have led to an entry, one by the other. */
const MAX_DEPTH = 5;
/** Entries of a contact into a journey in a day. */
const MAX_ENTRIES = 20;
const DAY_MS = 86_400_000;

type Interruption = 'depth' | 'entries';

/** Lets contacts enter journeys, as often as each allows. */
@Injectable()
export class JourneyEntries {
  private readonly entries = metrics.registerCounter({
    name: 'crm_journey_entries_total',
    help: 'Contacts that something made enter a journey, by whether they did: entered, kept out, or interrupted as a loop',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly states: EnrollmentStates,
    private readonly clock: JourneyClock,
    private readonly wakeup: JourneyWakeup,
    private readonly interruptions: InterruptedJourneys,
  ) {}

  /** Contacts that are gone, or may not enter again, are left out. Returns how many have entered. */
  async enter(tx: EntityManager, journey: Journey, given: readonly Entry[]): Promise<number> {
    const { tenantId } = journey;
    const entries = new Map(given.map((entry) => [entry.contactId, entry]));
    if (entries.size === 0) return 0;
    const now = this.clock.now();
    const living = await listLiving(tx, tenantId, [...entries.keys()]);
    const since = new Date(now.getTime() - DAY_MS);
    const earlier = await listEarlierEntries(tx, tenantId, journey.id, living, since);
    const known = new Map(earlier.map((one) => [one.contactId, one]));
    const entering: Enrollment[] = [];
    const restarted: string[] = [];
    for (const contactId of living) {
      const entry = entries.get(contactId as Id<'cnt'>)!;
      const before = known.get(contactId);
      if (before && isKeptOut(journey, before)) continue;
      const interruption = interruptionOf(entry, before);
      if (interruption && before?.wasInterrupted) continue;
      if (before?.insideId && !interruption) restarted.push(before.insideId);
      entering.push(toEnrollment(journey, entry, now, interruption));
    }
    await this.states.end(tx, tenantId, await lockByIds(tx, tenantId, restarted), 'restarted', now);
    const inserted = await insertEnrollments(tx, entering);
    const interrupted = entering.filter(({ outcome }) => outcome !== null);
    if (interrupted.length > 0) {
      logger.warn('A journey was interrupted: it may be a loop', { tenantId, id: journey.id });
      await this.interruptions.record(tx, tenantId, journey.id, interrupted.length, now);
    }
    const entered = inserted.size - interrupted.length;
    afterCommit(tx, () => {
      this.entries.inc({ outcome: 'entered' }, entered);
      this.entries.inc({ outcome: 'interrupted' }, interrupted.length);
      this.entries.inc({ outcome: 'kept out' }, entries.size - inserted.size);
      this.wakeup.wake();
    });
    return entered;
  }
}

function isKeptOut({ reentry }: Journey, { insideId, wasInside }: EarlierEntries): boolean {
  if (reentry === 'never') return wasInside;
  return reentry === 'after-leaving' && insideId !== null;
}

function interruptionOf({ cause }: Entry, before: EarlierEntries | undefined): Interruption | null {
  if (cause.chain.length > MAX_DEPTH) return 'depth';
  return before && before.recent >= MAX_ENTRIES ? 'entries' : null;
}

function toEnrollment(
  { tenantId, id: journeyId, version }: Journey,
  { contactId, cause, at }: Entry,
  now: Date,
  interruption: Interruption | null,
): Enrollment {
  const base = { tenantId, id: v7(), journeyId, version, contactId, step: 1, seq: 0, cause, enteredAt: now };
  const rest = { isCounted: false, attempts: 0, lastError: null };
  if (!interruption)
    return {
      ...base,
      ...rest,
      state: 'waiting',
      dueAt: at && at < now ? at : now,
      endedAt: null,
      outcome: null,
      reason: null,
    };
  return { ...base, ...rest, state: 'ended', dueAt: null, endedAt: now, outcome: 'interrupted', reason: interruption };
}
