import { ArgsType } from '@nestjs/graphql';
import { invalidField, QueryDate } from '#libs/core/http';
import { REPORT_DAYS_MAX } from './report-values.js';

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 30;

@ArgsType()
export class DomainReportsQuery {
  @QueryDate({ description: 'First day (UTC); 29 days before the last one unless given.', example: '2026-10-01' })
  de?: string;

  @QueryDate({ description: 'Last day (UTC); today unless given.', example: '2026-10-31' })
  ate?: string;
}

/** Whole days, in UTC; `end` is the beginning of the day after the last one. */
export interface Period {
  begin: Date;
  end: Date;
}

/** @throws Problem ValidationError if the period ends before it begins, or is too long */
export function periodOf({ de, ate }: DomainReportsQuery): Period {
  const last = Date.parse(ate ?? new Date().toISOString().slice(0, 10));
  const first = de === undefined ? last - (DAYS_DEFAULT - 1) * DAY_MS : Date.parse(de);
  if (first > last) throw invalidField('ValidationError', 'ate', 'must not be before de');
  if (last - first >= REPORT_DAYS_MAX * DAY_MS) {
    throw invalidField('ValidationError', 'de', `must be at most ${REPORT_DAYS_MAX} days before ate`);
  }
  return { begin: new Date(first), end: new Date(last + DAY_MS) };
}

/** The days of a period, as requests have them. */
export const daysOf = ({ begin, end }: Period): { de: string; ate: string } => ({
  de: begin.toISOString().slice(0, 10),
  ate: new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10),
});
