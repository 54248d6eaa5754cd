import { invalid } from './alert-rule.js';
import type { AlertChangeReason } from './alert-event.entity.js';
import { ALERT_TYPES, type AlertState, type AlertType } from './alert.entity.js';

export const WIRE_TYPES: Readonly<Record<AlertType, string>> = {
  'no-leads': 'sem_leads',
  'bad-leads': 'queda_qualidade',
};

const WIRE_STATES: Readonly<Record<AlertState, string>> = { calm: 'calmo', fired: 'disparado' };

export const WIRE_REASONS: Readonly<Record<AlertChangeReason, string>> = {
  evaluated: 'avaliado',
  changed: 'alterado',
  deleted: 'apagado',
  interrupted: 'jornada_interrompida',
};

export const toWireState = (state: AlertState): string => WIRE_STATES[state];

/** @throws Problem Unprocessable for a type that no alert has */
export function fromWireType(text: string): AlertType {
  const type = ALERT_TYPES.find((known) => WIRE_TYPES[known] === text);
  if (!type) throw invalid('tipo', `Um destes: ${Object.values(WIRE_TYPES).join(', ')}.`);
  return type;
}
