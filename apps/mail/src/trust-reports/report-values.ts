/** How long reports are kept, by the beginning of their period, and how long a period may be asked for (days). */
export const REPORT_DAYS_MAX = 400;

export const DISPOSITIONS = ['none', 'quarantine', 'reject'] as const;

export type Disposition = (typeof DISPOSITIONS)[number];

/** The types of RFC 8460, 4.3; what a report calls otherwise is `other`. */
export const TLS_FAILURE_TYPES = [
  'starttls-not-supported',
  'certificate-host-mismatch',
  'certificate-expired',
  'certificate-not-trusted',
  'validation-failure',
  'tlsa-invalid',
  'dnssec-invalid',
  'dane-required',
  'sts-policy-fetch-error',
  'sts-policy-invalid',
  'sts-webpki-invalid',
  'other',
] as const;

export type TlsFailureType = (typeof TLS_FAILURE_TYPES)[number];

export interface TlsFailureCount {
  type: TlsFailureType;
  sessions: number;
}
