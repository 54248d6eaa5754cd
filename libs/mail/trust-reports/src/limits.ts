/** Maximum size of a report; a larger one is invalid. */
export interface ReportLimits {
  /** Bytes as it came; 10 MiB by default, which RFC 7489 and RFC 8460 leave to receivers. */
  packedBytes: number;
  /** Bytes unpacked; 20 MiB by default. */
  bytes: number;
  /** Rows of a DMARC report, policies and failures of a TLS report; 50,000 by default. */
  rows: number;
}

export const REPORT_LIMITS: ReportLimits = {
  packedBytes: 10 * 1024 * 1024,
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
};
