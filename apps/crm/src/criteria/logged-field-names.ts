import { columnNamesOf } from '../contacts/contact-field-names.js';
import type { Device, Lifecycle, Stage } from '../contacts/contact-values.js';
import { toWireDevice, toWireLifecycle, toWireStage } from '../contacts/dto/wire-values.js';
import { IDENTIFIER_FIELDS, IDENTIFIER_KINDS } from '../identifiers/identifiers.js';

/** Names of what is logged that is no column of a contact which the API shows. */
const NAMES = new Map<string, string>([
  ['is_deleted', 'apagado'],
  ['last_person_activity_at', 'ultima_atividade_em'],
  ['consent', 'consentimento'],
  ['events', 'eventos'],
  ['forms', 'formularios'],
  ['company', 'empresa'],
  ...IDENTIFIER_KINDS.map((kind) => [kind, IDENTIFIER_FIELDS[kind]] as const),
]);

const CUSTOM = 'custom.';

/** A logged field as the API names it. */
export function loggedFieldName(field: string): string {
  if (field.startsWith(CUSTOM)) return `campos.${field.slice(CUSTOM.length)}`;
  const property = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return NAMES.get(field) ?? columnNamesOf([property])[0] ?? field;
}

const VALUES: Readonly<Record<string, (value: never) => unknown>> = {
  stage: (value: Stage) => toWireStage(value),
  lifecycle: (value: Lifecycle) => toWireLifecycle(value),
  device: (value: Device) => toWireDevice(value),
  last_person_activity_at: (value: string) => new Date(value).toISOString(),
};

/** A logged value as the API shows it. */
export const loggedValue = (field: string, value: unknown): unknown =>
  value === null || value === undefined ? null : (VALUES[field]?.(value as never) ?? value);
