import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/core/persistence';
import type { Form } from '#libs/sites/forms';
import type { FormHour, TrafficWindow } from '#libs/sites/traffic';
import { COUNT_KEY_LEADS, SUM_BY_FIELD, SUM_FORM_BY_BUCKET } from './form-report.sql.js';

export type FormTotals = Pick<FormHour, 'views' | 'starts' | 'lasts' | 'sends' | 'spam'>;

const NONE: FormTotals = { views: 0, starts: 0, lasts: 0, sends: 0, spam: 0 };

export interface FormReport {
  window: TrafficWindow;
  totals: FormTotals;
  /** In the order of the form; fields that it has no more come last. */
  fields: { name: string; totals: FormTotals }[];
  points: { from: Date; totals: FormTotals }[];
}

/** The funnel of a form, from being seen to being sent. */
@Injectable()
export class FormReportsService {
  constructor(private readonly database: Database) {}

  async read({ tenantId, id, fields }: FormOf, window: TrafficWindow): Promise<FormReport> {
    const buckets = window.buckets();
    const place = [tenantId, id, window.from, window.until];
    const starts = buckets.map(({ from }) => from);
    const [byField, byBucket, byKey] = await this.database.tenant(tenantId, async (tx) => [
      await many<FormTotals & { field: string }>(tx, SUM_BY_FIELD, place),
      await many<FormTotals & { bucket: number }>(tx, SUM_FORM_BY_BUCKET, [...place, starts]),
      await many<{ bucket: number; sends: number }>(tx, COUNT_KEY_LEADS, [...place, starts]),
    ]);
    const ofFields = new Map(byField.map(({ field, ...totals }) => [field, totals]));
    const ofBuckets = new Map(byBucket.map(({ bucket, ...totals }) => [bucket, totals]));
    const ofKeys = new Map(byKey.map(({ bucket, sends }) => [bucket, sends]));
    const known = fields.map(({ name }) => name);
    const gone = [...ofFields.keys()].filter((name) => name !== '' && !known.includes(name)).toSorted();
    return {
      window,
      totals: withSends(ofFields.get('') ?? NONE, sumOf([...ofKeys.values()])),
      fields: [...known, ...gone].map((name) => ({ name, totals: ofFields.get(name) ?? NONE })),
      points: buckets.map(({ from }, index) => ({
        from,
        totals: withSends(ofBuckets.get(index) ?? NONE, ofKeys.get(index) ?? 0),
      })),
    };
  }
}

/** Adds leads that nobody filled in a form for. */
const withSends = (totals: FormTotals, sends: number): FormTotals => ({ ...totals, sends: totals.sends + sends });

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

type FormOf = Pick<Form, 'id' | 'fields'> & { tenantId: TenantId };
