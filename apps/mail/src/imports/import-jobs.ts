/** Runs an import from where it is. */
export const RUN_MESSAGE_IMPORT_JOB = 'message-import.run';
export interface RunMessageImport {
  importId: string;
}
