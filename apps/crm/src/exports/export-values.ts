/** `expired` is without its file, which was deleted by time or because one of its contacts was erased. */
export const EXPORT_STATES = ['waiting', 'running', 'completed', 'failed', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** States in which a job still has work. */
export const UNFINISHED_STATES = ['waiting', 'running'] as const satisfies ExportState[];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Exports of a tenant that wait or run at most; one of them is written at a time. */
export const MAX_UNFINISHED = 3;
/** Exports of a tenant that wait, run or have a file at most. */
export const MAX_LIVE = 10;
/** Bytes of a file at most. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
/** Contacts in a workbook at most: a sheet has 1,048,576 rows, and the first has the names of the columns. */
export const XLSX_MAX_CONTACTS = 1_048_575;
/** Contacts of an export at most, which is what `total` holds. */
export const MAX_CONTACTS = 2 ** 31 - 1;

/** How long a file is kept, and what is needed to repeat a failed export. */
export const FILE_DAYS = 7;
/** How long an export may take, from its creation on. */
export const UNFINISHED_DAYS = 1;
/** How long an export is listed. */
export const KEPT_DAYS = 30;

/** Names what the column of sealed filters is sealed for. */
export const FILTERS_PURPOSE = 'export filters';
