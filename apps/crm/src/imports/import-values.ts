import type { DateFormat, DecimalSeparator } from './rows/cell-values.js';
import type { ContactImport } from './contact-import.entity.js';

/** A dry run ends as `completed`, too. */
export const IMPORT_STATES = [
  'waiting',
  'checking',
  'running',
  'completed',
  'failed',
  'canceled',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One import of a tenant is in one of these states at a time, but for `waiting`. */
export const ACTIVE_STATES = ['checking', 'running', 'undoing'] as const satisfies ImportState[];
/** States that the user may cancel. */
export const CANCELABLE_STATES = ['waiting', 'checking', 'running'] as const satisfies ImportState[];

export const IF_EXISTS = ['update', 'skip'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

/** Names of columns of the file → names of fields of the API. */
export type Mapping = Record<string, string>;

/** How a file is read, beyond what it shows by itself. */
export interface ImportOptions {
  /** The columns of the mapping in the order in which they were given. */
  columns: string[];
  /** Sheet of a workbook, by its name or number; null for the first one. */
  sheet: string | null;
  /** The row of the file that has the names of the columns; null for the first one with data. */
  headerRow: number | null;
  dateFormat: DateFormat | null;
  decimalSeparator: DecimalSeparator | null;
  /** True to leave out an invalid value, instead of its row. */
  ignoresInvalid: boolean;
  startsJourneys: boolean;
}

/** Imports of a tenant that wait or run at most. */
export const MAX_WAITING = 5;
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Errors and warnings of rows that are kept of one import. */
export const MAX_ERRORS = 10_000;
/** How long an import can be undone, and how long a file is kept that was not imported. */
export const UNDO_DAYS = 7;
/** How long an import is listed after its end. */
export const KEPT_DAYS = 365;

/** The counts of an import. */
export type ImportCounts = Pick<
  ContactImport,
  'processed' | 'created' | 'updated' | 'skipped' | 'failed' | 'errors' | 'warnings'
>;

export const NO_COUNTS: ImportCounts = {
  processed: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  errors: 0,
  warnings: 0,
};
