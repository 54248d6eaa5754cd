export {
  FIELD_TYPES,
  type FieldCondition,
  type FieldOption,
  type FieldType,
  type FormDefinition,
  type FormField,
} from './form-definition.js';
export { NATIVE_INPUTS } from './native-inputs.js';
