import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { many } from '#libs/core/persistence';
import type { TrafficFold, VisitorLead, VisitorSketch } from '#libs/sites/traffic';
import {
  ALL_PAGES,
  type CollectedEvent,
  DistinctCount,
  SKETCH_SPANS,
  spanStart,
  TrafficFolds,
} from '#libs/sites/traffic';
import { FIND_SKETCHES, INSERT_VISITOR_LEADS, STORE_SKETCHES } from './collector.sql.js';

/** Visitors with consent: distinct counts over days, weeks and four weeks, and the leads that they sent. */
@Injectable()
export class VisitorsFold implements TrafficFold {
  constructor(folds: TrafficFolds) {
    folds.register(this);
  }

  async write(tx: PoolClient, events: readonly CollectedEvent[]): Promise<void> {
    const consented = events.filter(({ consented: agreed, visitorId }) => agreed && visitorId !== null);
    const people = consented.filter(({ session }) => session.bot === null);
    await this.writeSketches(tx, people);
    await INSERT_VISITOR_LEADS.run(tx, consented.flatMap(leadOf));
  }

  /** Sketches of all pages have every session, those of a page who viewed it: of the day on which it began, as totals have it. */
  private async writeSketches(tx: PoolClient, events: readonly CollectedEvent[]): Promise<void> {
    const wanted = new Map<string, { row: Omit<VisitorSketch, 'sketch'>; count: DistinctCount }>();
    for (const { tenantId, pageId, sessionStartedAt, visitorId, kind } of events)
      for (const page of kind === 'view' ? [ALL_PAGES, pageId] : [ALL_PAGES])
        for (const span of SKETCH_SPANS) {
          const row = { tenantId, pageId: page, span, starts: spanStart(span, sessionStartedAt) };
          const key = keyOf(row);
          let entry = wanted.get(key);
          if (!entry) wanted.set(key, (entry = { row, count: new DistinctCount() }));
          entry.count.add(visitorId!);
        }
    if (wanted.size === 0) return;
    const rows = [...wanted.values()].map(({ row }) => row);
    const columns = [
      rows.map((row) => row.tenantId),
      rows.map((row) => row.pageId),
      rows.map((row) => row.span),
      rows.map((row) => row.starts),
    ];
    for (const { sketch, ...row } of await many<VisitorSketch>(tx, FIND_SKETCHES, columns))
      wanted.get(keyOf(row))?.count.merge(DistinctCount.fromBytes(sketch));
    await STORE_SKETCHES.run(
      tx,
      [...wanted.values()].map(({ row, count }) => ({ ...row, sketch: count.toBytes() })),
    );
  }
}

const keyOf = ({ tenantId, pageId, span, starts }: Omit<VisitorSketch, 'sketch'>): string =>
  [tenantId, pageId, span, starts].join(' ');

function leadOf({ tenantId, kind, extra, visitorId, at }: CollectedEvent): VisitorLead[] {
  const leadId = extra?.['lead'];
  return kind === 'conversion' && typeof leadId === 'string' ? [{ tenantId, leadId, visitorId: visitorId!, at }] : [];
}
