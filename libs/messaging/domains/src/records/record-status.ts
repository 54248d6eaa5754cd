export const RECORD_STATUSES = ['found', 'missing', 'mismatch', 'unchecked'] as const;

/**
 * Result of a check of a DNS record: as it should be, absent, or something else; `unchecked` when DNS did not answer.
 */
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** Results of a check of a domain, by the record's id. */
export type RecordChecks = Record<string, RecordStatus>;
