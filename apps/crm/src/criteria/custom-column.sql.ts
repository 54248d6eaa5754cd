import type { CustomType } from '../custom-fields/custom-field.entity.js';

/** Types of JSON by those of fields. A value of another type, as of a field that had the key before, counts as absent. */
const JSON_TYPES: Record<CustomType, string> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  choice: 'string',
  choices: 'array',
};

/** The value of a field of the account, as an expression of the contact `c`. Its key has nothing that needs quoting. */
export function customColumn(key: string, type: CustomType): string {
  if (!/^\w+$/.test(key)) throw new Error(`Not the key of a field: ${key}`);
  const json = `c.custom -> '${key}'`;
  const value = {
    string: `c.custom ->> '${key}'`,
    number: `(${json})::double precision`,
    boolean: `(${json})::boolean`,
    array: `(${json})`,
  }[JSON_TYPES[type] as 'string' | 'number' | 'boolean' | 'array'];
  return `(case when jsonb_typeof(${json}) = '${JSON_TYPES[type]}' then ${value} end)`;
}
