export const RECORD_STATUSES = ['found', 'missing', 'mismatch', 'unchecked'] as const;

/** What a check found of a DNS record: as it should be, absent, or something else; `unchecked` when DNS did not answer. */
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** What a check found of each record of a domain, by the record's id. */
export type RecordChecks = Record<string, RecordStatus>;
