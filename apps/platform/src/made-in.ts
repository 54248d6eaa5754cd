import { invalidField } from '#libs/core/http';
import type { MadeIn } from '#libs/core/persistence';

/** The time between two timestamps of a list's query. @throws Problem InvalidParameter if it ends before it begins */
export function madeIn({ from, to }: { from?: string; to?: string }): MadeIn {
  const time = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) };
  if (time.from && time.to && time.from > time.to)
    throw invalidField('InvalidParameter', 'to', 'must not be before from');
  return time;
}
