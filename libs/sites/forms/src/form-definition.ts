import type { FieldType, LegalBasis } from '#libs/core/app-events';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '#libs/sites/sites';

/** Languages of what is written to visitors. */
export const FORM_LANGUAGES = VISITOR_LANGUAGES;

export type FormLanguage = VisitorLanguage;

export interface FieldOption {
  value: string;
  label: string;
}

/** A field shows, and counts, when another field has one of these values. */
export interface FieldCondition {
  field: string;
  values: readonly string[];
}

export interface FormField {
  /** Unique in the form; the key of its value in a submission. */
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** The native or custom field of a contact that the value belongs to. */
  contactField: string | null;
  /** Options of `opcao` and `multipla_escolha`. */
  options: readonly FieldOption[];
  /** Value that a ticked box of a `booleano` sends. */
  checkedValue: string | null;
  placeholder: string | null;
  help: string | null;
  /** Value that the field holds at first; an `oculto` sends it. */
  defaultValue: string | null;
  /** From 1; fields of a step are shown together. */
  step: number;
  condition: FieldCondition | null;
}

/** A form as it is shown and as submissions are judged. */
export interface FormDefinition {
  id: string;
  name: string;
  fields: readonly FormField[];
  buttonLabel: string;
  /** Message that the visitor reads after sending. */
  thanks: string;
  requiresConsent: boolean;
  consentText: string | null;
  legalBasis: LegalBasis;
  /** Two letters, for telephone numbers; `BR` unless chosen. */
  country: string;
}
