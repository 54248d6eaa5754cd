import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import {
  type CustomValue,
  parseCustomText,
  parseCustomValue,
  ruleOf,
  spelledOption,
} from '../../custom-fields/custom-value.js';
import { isNoDate, optionsOf, readDate, readNumber } from './cell-values.js';
import type { RowRules } from './import-row.js';

type Formats = Pick<RowRules, 'dateFormat' | 'decimalSeparator'>;
type Field = Pick<CustomField, 'type' | 'options' | 'label'>;

/** The value of a cell for a field of the tenant, null for none; or what is wrong with it. */
export function readCustom(
  field: Field,
  text: string,
  { dateFormat, decimalSeparator }: Formats,
): { value: CustomValue | null } | { message: string } {
  if (field.type === 'date' && isNoDate(text)) return { value: null };
  const read =
    field.type === 'date'
      ? readDate(text, dateFormat)
      : field.type === 'number'
        ? readNumber(text, decimalSeparator)
        : undefined;
  if (read && 'problem' in read) return { message: messageOf(field, read.problem) };
  const value = read ? parseCustomValue(field, read.value) : parseChosen(field, text);
  return value === undefined ? { message: messageOf(field, 'invalid') } : { value };
}

/** Options are found without case and accents. */
function parseChosen(field: Field, text: string): CustomValue | null | undefined {
  const option = (given: string) => spelledOption(field.options, given);
  if (field.type === 'choice') return parseCustomValue(field, option(text));
  if (field.type === 'choices' && !field.options.includes(text))
    return parseCustomValue(field, optionsOf(text).map(option));
  return parseCustomText(field, text);
}

function messageOf(field: Field, problem: 'invalid' | 'ambiguous'): string {
  if (problem === 'invalid') return `${field.label} ${ruleOf(field)}.`;
  return field.type === 'date'
    ? 'A data pode ser de dois dias. Informe formato_data na importação.'
    : 'O número pode ser dois. Informe separador_decimal na importação.';
}
