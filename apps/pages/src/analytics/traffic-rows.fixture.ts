import { randomUUID } from 'node:crypto';
import { DistinctCount, type SketchSpan } from '#libs/sites/traffic';
import type { PagesStack } from '../../../../test/support/pages-stack.js';

/** Totals and events of a tenant, as the runtime writes them. */
export class TrafficRows {
  constructor(
    private readonly stack: PagesStack,
    private readonly tenantId: string,
  ) {}

  /** Totals of a quarter of an hour: views, sessions, visitors, conversions, bounces, seconds, visitors with consent. */
  addQuarter(at: string, measures: number[], page = '') {
    return this.stack.sql(
      `insert into total_hour (tenant_id, page_id, hour, views, sessions, visitors, conversions, bounces, seconds, consented)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::int, 0))`,
      [this.tenantId, page, at, ...measures, ...(measures.length < 7 ? [null] : [])],
    );
  }

  /** Visitors with consent of a span of days. */
  addSketch(span: SketchSpan, starts: string, visitors: readonly string[], page = '') {
    const count = new DistinctCount();
    for (const visitor of visitors) count.add(visitor);
    return this.stack.sql(
      `insert into visitor_sketch (tenant_id, page_id, span, starts, sketch) values ($1, $2, $3, $4, $5)`,
      [this.tenantId, page, span, starts, count.toBytes()],
    );
  }

  addDay(dimension: string, day: string, value: string, measures: number[], page = '') {
    return this.stack.sql(
      `insert into total_day
         (tenant_id, page_id, dimension, day, value, views, sessions, visitors, conversions, bounces, seconds)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [this.tenantId, page, dimension, day, value, ...measures],
    );
  }

  /** [source, medium, campaign, country, device] of a day. */
  addTuple(day: string, tuple: string[], views: number, page = '') {
    return this.stack.sql(
      `insert into cube_day (tenant_id, page_id, day, utm_source, utm_medium, utm_campaign, country, device, views, sessions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
      [this.tenantId, page, day, ...tuple, views],
    );
  }

  addEvent(at: string, changes: object = {}) {
    const event = {
      tenant_id: this.tenantId,
      session_id: randomUUID(),
      at,
      id: randomUUID(),
      kept_days: 30,
      kind: 'view',
      page_id: 'pag_0123456789abcdef',
      path: '/',
      is_bot: false,
      received_at: at,
      ...changes,
    };
    const names = Object.keys(event);
    const places = names.map((_, index) => `$${index + 1}`);
    return this.stack.sql(`insert into event (${names}) values (${places})`, Object.values(event));
  }
}
