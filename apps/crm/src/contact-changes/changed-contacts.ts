import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '#libs/core/jobs';
import { BY_USER, type ChangeCause } from './change-cause.js';
import type { LoggedContactChange } from './contact-change.entity.js';
import { loggedFieldName, loggedValue } from '../criteria/logged-field-names.js';
import type { ChangedContact } from './on-contacts-changed.js';

/**
 * Joins what is logged of each contact, in the order of the log: values as they were before the first change and are after the
 * last. A field that has its first value again is left out, and so is a contact without another change.
 */
export function changedContacts(rows: readonly LoggedContactChange[]): ChangedContact[] {
  return [...groupBy(rows, ({ contactId }) => contactId).values()].flatMap(joined);
}

function joined(rows: readonly LoggedContactChange[]): ChangedContact[] {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const fields = new Set<string>();
  const isNew = rows.some((row) => row.isNew);
  for (const row of rows)
    for (const field of row.fields) {
      const name = loggedFieldName(field);
      fields.add(name);
      if (!(field in row.before) && !(field in row.after)) continue;
      if (!(name in before)) before[name] = loggedValue(field, row.before[field]);
      after[name] = loggedValue(field, row.after[field]);
    }
  for (const name of Object.keys(after))
    if (isDeepStrictEqual(before[name], after[name])) {
      fields.delete(name);
      delete before[name];
      delete after[name];
    }
  if (!isNew && fields.size === 0) return [];
  const { contactId, changedAt } = rows.at(-1)!;
  return [{ contactId, isNew, fields: [...fields], before, after, cause: causeOf(rows), changedAt }];
}

/** The newest cause from which journeys may begin, else the newest; with the longest chain, so that no loop hides in a batch. */
function causeOf(rows: readonly LoggedContactChange[]): ChangeCause {
  const causes = rows.map(({ cause }) => cause ?? BY_USER);
  const { kind, triggersJourneys } = causes.findLast((cause) => cause.triggersJourneys) ?? causes.at(-1)!;
  const chain = causes
    .map((cause) => cause.chain)
    .reduce((longest, one) => (one.length > longest.length ? one : longest));
  return { kind, triggersJourneys, chain };
}
