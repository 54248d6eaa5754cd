export type ImportState = 'running' | 'completed' | 'failed' | 'canceled';
export type ArchiveFormat = 'mbox' | 'eml' | 'zip';

/** A message that was not imported. */
export interface ImportFailure {
  /** Number of the message in the file, from 1. */
  number: number;
  /** The file within a ZIP file; null for any other. */
  file: string | null;
  reason: FailureReason;
}

/** Why a message is not imported. */
export type FailureReason = 'too large' | 'not a message' | 'mailbox full' | 'damaged';

/** Failures that are kept of an import; all are counted. */
export const FAILURES_KEPT = 100;

/** Bytes of a file. */
export const IMPORT_MAX_BYTES = 4 * 1024 ** 3;

/** Imports of a mailbox that have not ended. */
export const MAX_RUNNING = 5;

/** How long a finished import can be read. */
export const KEPT_DAYS = 90;
/** An import that has not ended by then has failed. */
export const RUN_DAYS = 7;
