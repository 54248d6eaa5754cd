import { invalidField } from '#libs/core/http';
import type { TheirFields } from '../../frame/their-fields.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A time of a query, as clients of SES write it. @throws Problem InvalidParameter */
export function timeOf(fields: TheirFields, name: string): Date | undefined {
  const text = fields.text(name);
  if (text === undefined) return undefined;
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw invalidField('InvalidParameter', name, 'must be a time such as 2026-01-31T09:30:00Z');
  return time;
}
