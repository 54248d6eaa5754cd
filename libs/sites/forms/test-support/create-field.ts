import type { FormField } from '../src/index.js';

/** A field of a form: an optional text unless `values` say otherwise. */
export const createField = (values: Pick<FormField, 'name'> & Partial<FormField>): FormField => ({
  label: values.name,
  type: 'texto',
  required: false,
  contactField: null,
  options: [],
  checkedValue: null,
  placeholder: null,
  help: null,
  defaultValue: null,
  step: 1,
  condition: null,
  ...values,
});
