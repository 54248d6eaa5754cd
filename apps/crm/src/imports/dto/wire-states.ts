import { DATE_FORMATS, type DateFormat } from '../rows/cell-values.js';
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

const DATE_NAMES: Record<DateFormat, string> = { dmy: 'DMA', mdy: 'MDA', iso: 'ISO' };

export const WIRE_DATE_FORMATS = DATE_FORMATS.map((format) => DATE_NAMES[format]);
export const WIRE_INVALID_VALUES = ['linha', 'ignorar'];

export const toWireDateFormat = (format: DateFormat): string => DATE_NAMES[format];
export const fromWireDateFormat = (text: string | undefined): DateFormat | null =>
  DATE_FORMATS.find((format) => DATE_NAMES[format] === text) ?? null;
export const toWireInvalidValue = (ignores: boolean): string => (ignores ? 'ignorar' : 'linha');
