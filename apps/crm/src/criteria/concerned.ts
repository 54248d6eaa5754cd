import { columnsOfFields } from '../field-catalogue/field-catalogue.js';
import type { Criterion } from './criterion.js';

/** Fields whose change is one of nothing else. */
const isPlain = (field: string): boolean => columnsOfFields.has(field) || field.startsWith('campos.');

/** Says whether a change may decide if the contact meets criteria: not if only fields have changed that no criterion names. */
export function isConcerned(
  criteria: readonly Criterion[],
  { isNew, fields }: { isNew: boolean; fields: readonly string[] },
): boolean {
  if (isNew || fields.length === 0 || !fields.every(isPlain)) return true;
  // A company's own fields are read by the contact's company, and each change moves the time of the last one.
  return criteria.some(
    ({ field }) =>
      field === 'atualizado_em' ||
      fields.includes(field) ||
      (field.startsWith('empresa.') && fields.includes('empresa_id')),
  );
}
