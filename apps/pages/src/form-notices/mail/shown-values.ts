import type { FormField, LeadValues } from '#libs/sites/forms';

type Value = LeadValues[string];

/** Words for what is ticked. */
export interface YesAndNo {
  yes: string;
  no: string;
}

/** A value as people read it: the labels of what was chosen, the names of files. */
export function shownValue(field: FormField, value: Value | undefined, { yes, no }: YesAndNo): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map((one) => labelOf(field, String(one))).join(', ');
  return labelOf(field, String(value));
}

function labelOf({ options }: FormField, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
