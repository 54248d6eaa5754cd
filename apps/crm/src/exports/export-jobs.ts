/** Writes the file of an export. */
export const WRITE_EXPORT_JOB = 'contact-export.write';
export interface WriteExport {
  exportId: string;
}
