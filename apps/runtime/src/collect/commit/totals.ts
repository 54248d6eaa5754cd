import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Session } from '#libs/sites/traffic';
import type { CollectedEvent } from '#libs/sites/traffic';
import { capCube, capDays } from './capped-rows.js';
import { ADD_CUBE, ADD_DAYS, ADD_HOURS, UPSERT_SESSIONS } from './collector.sql.js';
import type { BatchSessions } from './sessions.js';
import { dayOf, TotalRows } from './total-rows.js';

/** Writes the sessions of a batch and what they and the events add to the totals. */
@Injectable()
export class Totals {
  async write(tx: PoolClient, events: readonly CollectedEvent[], sessions: BatchSessions): Promise<void> {
    const rows = new TotalRows();
    rows.addEvents(events);
    for (const { before, after } of visits(sessions)) {
      if (before.length === after.length && before.every((one, n) => isSameVisit(one, after[n]!)))
        for (const [n, one] of before.entries()) rows.addGrowth(one, after[n]!);
      else {
        rows.addSessions(before, -1);
        rows.addSessions(after, 1);
      }
    }
    await UPSERT_SESSIONS.run(
      tx,
      [...sessions.changes.values()].map(({ after }) => after),
    );
    await ADD_HOURS.run(tx, rows.changedHours);
    await ADD_DAYS.run(tx, await capDays(tx, rows.changedDays));
    await ADD_CUBE.run(tx, await capCube(tx, rows.changedCubes));
  }
}

/** Tells whether a session counts in the same rows as before. It never loses a page or a variant. */
const isSameVisit = (before: Session, after: Session): boolean =>
  before.id === after.id &&
  before.entry === after.entry &&
  before.exit === after.exit &&
  before.pages.length === after.pages.length &&
  before.variants.length === after.variants.length;

/** The sessions of each visitor and day that the batch changed, before and after it, in the order in which they began. */
function visits(sessions: BatchSessions): { before: Session[]; after: Session[] }[] {
  const done = new Set<string>();
  return [...sessions.changes.values()].flatMap(({ before, after }) => {
    if (after.visitorId === null) return [{ before: before ? [before] : [], after: [after] }];
    const day = dayOf(after.startedAt);
    const key = `${after.tenantId} ${after.visitorId} ${day}`;
    if (done.has(key)) return [];
    done.add(key);
    const all = (sessions.byVisitor.get(`${after.tenantId} ${after.visitorId}`) ?? [])
      .filter(({ startedAt }) => dayOf(startedAt) === day)
      .toSorted((a, b) => Number(a.startedAt) - Number(b.startedAt));
    const earlier = all.flatMap((one) => {
      const change = sessions.changes.get(one.id);
      return change ? (change.before ?? []) : one;
    });
    return [{ before: earlier, after: all }];
  });
}
