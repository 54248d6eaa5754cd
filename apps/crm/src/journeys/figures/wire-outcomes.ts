import type { StepKind } from '../definition/journey-step.js';
import type { StepOutcome } from '../enrollments/enrollment-step.entity.js';
import type { EnrollmentOutcome, EnrollmentState } from '../enrollments/enrollment.entity.js';

/** Names in the API. */
export const STEP_NAMES: Readonly<Record<StepKind, string>> = {
  wait: 'esperar',
  act: 'agir',
  condition: 'condicao',
  split: 'dividir',
};

export const STEP_RESULTS: Readonly<Record<StepOutcome, string>> = {
  waits: 'espera',
  met: 'satisfaz',
  'not-met': 'nao_satisfaz',
  branched: 'ramo',
  requested: 'pedido',
  changed: 'mudou',
  unchanged: 'ja_estava',
  'no-consent': 'sem_consentimento',
  'no-address': 'sem_endereco',
  'left-out': 'omitido_na_restauracao',
  failed: 'falhou',
};

export const ENROLLMENT_OUTCOMES: Readonly<Record<EnrollmentOutcome, string>> = {
  completed: 'concluida',
  exited: 'saida',
  goal: 'objetivo',
  'contact-gone': 'contato_apagado',
  merged: 'mesclada',
  restarted: 'reiniciada',
  interrupted: 'interrompida',
  failed: 'falhou',
  stopped: 'encerrada',
};

export const STATE_NAMES: Readonly<Record<EnrollmentState, string>> = {
  waiting: 'esperando',
  paused: 'pausada',
  ended: 'encerrada',
};
