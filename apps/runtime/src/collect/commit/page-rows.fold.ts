import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { isId, many } from '#libs/core/persistence';
import type { FormHour, HeatDay, ScrollDay, TrafficFold } from '#libs/sites/traffic';
import { type CollectedEvent, TrafficFolds } from '#libs/sites/traffic';
import { ADD_FORMS, ADD_HEAT, ADD_SCROLLS, LIST_FORM_FIELDS } from './collector.sql.js';
import { dayOf, partOf } from './total-rows.js';

const NO_FORM_COUNTS = { views: 0, starts: 0, lasts: 0, sends: 0, spam: 0 };

/** Clicks, depths of scrolling and the funnels of forms, of people alone. */
@Injectable()
export class PageRowsFold implements TrafficFold {
  constructor(folds: TrafficFolds) {
    folds.register(this);
  }

  async write(tx: PoolClient, events: readonly CollectedEvent[]): Promise<void> {
    const people = events.filter(({ session }) => session.bot === null);
    await ADD_HEAT.run(tx, heatOf(people));
    await ADD_SCROLLS.run(tx, scrollsOf(people));
    const ofForms = people.filter(({ name }) => name !== null && isId('frm', name));
    await ADD_FORMS.run(tx, formsOf(ofForms, await fieldsOf(tx, ofForms)));
  }
}

function heatOf(events: readonly CollectedEvent[]): HeatDay[] {
  const rows = new Map<string, HeatDay>();
  for (const { kind, tenantId, pageId, at, variant, session, x, y } of events) {
    if (kind !== 'click' || x === null || y === null) continue;
    const row = { tenantId, pageId, day: dayOf(at), variant: variant ?? '', side: session.device, x, y, clicks: 0 };
    kept(rows, row, [tenantId, pageId, row.day, row.variant, row.side, x, y]).clicks += 1;
  }
  return [...rows.values()];
}

function scrollsOf(events: readonly CollectedEvent[]): ScrollDay[] {
  const rows = new Map<string, ScrollDay>();
  for (const { kind, tenantId, pageId, at, variant, session, depth } of events) {
    if (kind !== 'scroll' || depth === null) continue;
    const row = { tenantId, pageId, day: dayOf(at), variant: variant ?? '', side: session.device, depth, views: 0 };
    kept(rows, row, [tenantId, pageId, row.day, row.variant, row.side, depth]).views += 1;
  }
  return [...rows.values()];
}

const formKey = (tenantId: string, formId: string | null): string => `${tenantId} ${formId}`;

/** The fields of the forms that exist: visitors may send any names, and each would be a row that stays. */
async function fieldsOf(
  tx: PoolClient,
  events: readonly CollectedEvent[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const wanted = [...new Map(events.map((event) => [formKey(event.tenantId, event.name), event])).values()];
  if (wanted.length === 0) return new Map();
  const rows = await many<{ tenantId: string; id: string; fields: string[] }>(tx, LIST_FORM_FIELDS, [
    wanted.map(({ tenantId }) => tenantId),
    wanted.map(({ name }) => name),
  ]);
  return new Map(rows.map(({ tenantId, id, fields }) => [formKey(tenantId, id), new Set(fields)]));
}

function formsOf(
  events: readonly CollectedEvent[],
  fieldsOfForms: ReadonlyMap<string, ReadonlySet<string>>,
): FormHour[] {
  const rows = new Map<string, FormHour>();
  for (const { kind, tenantId, at, name, extra } of events) {
    const fields = fieldsOfForms.get(formKey(tenantId, name));
    if (name === null || !fields) continue;
    const rowOf = (field: string) => {
      const row = { tenantId, formId: name, hour: partOf(at), field, ...NO_FORM_COUNTS };
      return kept(rows, row, [tenantId, name, row.hour.getTime(), field]);
    };
    const field = typeof extra?.['field'] === 'string' ? extra['field'] : '';
    if (kind === 'form_view') rowOf('').views += 1;
    else if (kind === 'form_start') rowOf('').starts += 1;
    else if (kind === 'conversion') rowOf('').sends += 1;
    else if (kind === 'form_submit' && extra?.['spam'] === true) rowOf('').spam += 1;
    else if (kind === 'form_field' && fields.has(field)) {
      const last = extra?.['last'];
      if (last === undefined) rowOf(field).views += 1;
      // Who comes back after leaving has not stopped there.
      else rowOf(field).lasts += last === true ? 1 : -1;
    }
  }
  return [...rows.values()];
}

function kept<T>(rows: Map<string, T>, row: T, key: readonly (string | number)[]): T {
  const name = key.join('\u0001');
  const there = rows.get(name);
  if (there) return there;
  rows.set(name, row);
  return row;
}
