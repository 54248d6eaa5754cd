import type { IfExists, ImportState } from '../import-values.js';

const STATES: Record<ImportState, string> = {
  waiting: 'aguardando',
  checking: 'conferindo',
  running: 'importando',
  completed: 'concluida',
  failed: 'falhou',
  canceled: 'cancelada',
  undoing: 'desfazendo',
  undone: 'desfeita',
};

const CHOICES: Record<IfExists, string> = { update: 'atualizar', skip: 'pular' };

export const WIRE_STATES = Object.values(STATES);
export const WIRE_CHOICES = Object.values(CHOICES);

export const toWireState = (state: ImportState): string => STATES[state];
export const toWireChoice = (choice: IfExists): string => CHOICES[choice];
export const fromWireChoice = (text: string): IfExists => (text === CHOICES.skip ? 'skip' : 'update');
