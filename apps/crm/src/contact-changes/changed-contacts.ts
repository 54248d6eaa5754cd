import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '#libs/core/jobs';
import { BY_USER, type ChangeCause } from './change-cause.js';
import type { LoggedContactChange } from './contact-change.entity.js';
import { loggedFieldName, loggedValue } from '../criteria/logged-field-names.js';
import type { ChangedContact, SingleChange } from './on-contacts-changed.js';

/**
 * Joins what is logged of each contact, in the order of the log: values as they were before the first change and are after the
 * last. A field that has its first value again is in the single changes alone.
 */
export function changedContacts(rows: readonly LoggedContactChange[]): ChangedContact[] {
  return [...groupBy(rows, ({ contactId }) => contactId).values()].map(joined);
}

function joined(rows: readonly LoggedContactChange[]): ChangedContact {
  const changes = rows.map(toSingleChange);
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const fields = new Set<string>();
  const isNew = rows.some((row) => row.isNew);
  for (const change of changes)
    for (const name of change.fields) {
      fields.add(name);
      if (!(name in change.after)) continue;
      if (!(name in before)) before[name] = change.before[name];
      after[name] = change.after[name];
    }
  for (const name of Object.keys(after))
    if (isDeepStrictEqual(before[name], after[name])) {
      fields.delete(name);
      delete before[name];
      delete after[name];
    }
  const { contactId, changedAt } = rows.at(-1)!;
  return { contactId, isNew, fields: [...fields], before, after, cause: causeOf(changes), changedAt, changes };
}

function toSingleChange({ fields: logged, before, after, cause }: LoggedContactChange): SingleChange {
  const valued = logged.filter((field) => field in before || field in after);
  const valuesOf = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(valued.map((field) => [loggedFieldName(field), loggedValue(field, values[field])]));
  return {
    fields: logged.map(loggedFieldName),
    before: valuesOf(before),
    after: valuesOf(after),
    cause: cause ?? BY_USER,
  };
}

/** The newest cause from which journeys may begin, else the newest; with the longest chain, so that no loop hides in a batch. */
function causeOf(changes: readonly SingleChange[]): ChangeCause {
  const causes = changes.map(({ cause }) => cause);
  const { kind, triggersJourneys } = causes.findLast((cause) => cause.triggersJourneys) ?? causes.at(-1)!;
  const chain = causes
    .map((cause) => cause.chain)
    .reduce((longest, one) => (one.length > longest.length ? one : longest));
  return { kind, triggersJourneys, chain };
}
