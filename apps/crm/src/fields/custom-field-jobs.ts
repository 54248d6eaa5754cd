/** The job that removes the values of a deleted field. */
export const CLEAR_FIELD_JOB = 'custom-field.clear';

export interface ClearField {
  fieldId: string;
  key: string;
}
