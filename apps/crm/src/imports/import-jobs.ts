/** Runs an import from where it is. */
export const RUN_IMPORT_JOB = 'contact-import.run';
export interface RunImport {
  importId: string;
}

/** Undoes what is left of an import. */
export const UNDO_IMPORT_JOB = 'contact-import.undo';
export interface UndoImport extends RunImport {
  /** Who asked for it. */
  userId: string;
}
