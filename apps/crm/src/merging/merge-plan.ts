import { columnNamesOf } from '../contacts/contact-field-names.js';
import type { Contact } from '../contacts/contact.entity.js';
import { tagsBeyond } from '../contacts/tags.js';
import type { Stage } from '../contacts/contact-values.js';
import type { CustomValues } from '../custom-fields/custom-value.js';

/** Fields that are filled together: the state of one address says nothing beside the country of another. */
const GROUPS = [
  ['name', 'nameKey'],
  ['ownerId'],
  ['jobTitle'],
  ['companyId'],
  ['country', 'state', 'city'],
  ['timeZone'],
  ['source'],
  ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
  ['device', 'os', 'browser'],
  ['ipCountry'],
  ['score'],
] as const;

export type FilledField = (typeof GROUPS)[number][number] | 'lifecycle' | 'emailStatus' | 'stage';

/** From the first to the furthest: whom one contact discards, another may be talking to. */
const STAGE_ORDER: readonly Stage[] = ['discarded', 'new', 'contacted', 'qualified', 'customer'];
const isFurther = (stage: Stage, than: Stage) => STAGE_ORDER.indexOf(stage) > STAGE_ORDER.indexOf(than);

/** Changes of a merge in the row of the contact that is kept. */
export interface RowChanges {
  filled: Partial<Record<FilledField, { before: unknown; after: unknown }>>;
  /** The added ones. */
  tags: string[];
  /** The added values. */
  custom: CustomValues;
}

/** Plans the values that the kept contact takes from the other. @param takesEmail whether it had no e-mail address */
export function planRow(kept: Contact, other: Contact, takesEmail: boolean): RowChanges {
  const groups = GROUPS.filter((group) => group.every((field) => kept[field] === null));
  const fields: FilledField[] = groups.flatMap((group) => group.filter((field) => other[field] !== null));
  if (takesEmail && other.emailStatus !== null) fields.push('emailStatus');
  if (isFurther(other.stage, kept.stage)) fields.push('stage');
  if (kept.lifecycle === 'lead' && other.lifecycle === 'contact') fields.push('lifecycle');
  return {
    filled: Object.fromEntries(fields.map((field) => [field, { before: kept[field], after: other[field] }])),
    tags: tagsBeyond(kept.tags, other.tags),
    custom: Object.fromEntries(Object.entries(other.custom).filter(([key]) => !Object.hasOwn(kept.custom, key))),
  };
}

/** The columns of the kept contact after a merge. */
export function applyRow(kept: Contact, { filled, tags, custom }: RowChanges): Partial<Contact> {
  return {
    ...Object.fromEntries(Object.entries(filled).map(([field, { after }]) => [field, after])),
    tags: [...kept.tags, ...tags],
    custom: { ...kept.custom, ...custom },
  };
}

/** The columns that take the merge back. What was changed since stays. */
export function revertRow(kept: Contact, { filled, tags, custom }: RowChanges): Partial<Contact> {
  const unchanged = Object.entries(filled).filter(([field, { after }]) => kept[field as FilledField] === after);
  const isAdded = ([key, value]: [string, unknown]) =>
    Object.hasOwn(custom, key) && JSON.stringify(custom[key]) === JSON.stringify(value);
  return {
    ...Object.fromEntries(unchanged.map(([field, { before }]) => [field, before])),
    tags: tagsBeyond(tags, kept.tags),
    custom: Object.fromEntries(Object.entries(kept.custom).filter((entry) => !isAdded(entry))),
  };
}

/** The changed fields, as the API names them. */
export function changedNames({ filled, tags, custom }: RowChanges): string[] {
  const names = columnNamesOf(Object.keys(filled));
  return [...names, ...(tags.length > 0 ? ['marcadores'] : []), ...Object.keys(custom).map((key) => `campos.${key}`)];
}
