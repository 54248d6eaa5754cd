export interface TlsFailure {
  /** Such as `certificate-expired` or `starttls-not-supported`. */
  type: string;
  sendingIp: string | null;
  receivingIp: string | null;
  receivingMx: string | null;
  sessions: number;
  reasonCode: string | null;
}

/** How sessions went that had to follow a policy. */
export interface TlsPolicyResult {
  /** `sts`, `tlsa` or `no-policy-found`. */
  type: string;
  domain: string;
  mxHosts: string[];
  successful: number;
  failed: number;
  failures: TlsFailure[];
}

/** A report of TLS-RPT (RFC 8460). */
export interface TlsReport {
  organisation: string;
  contact: string;
  reportId: string;
  begin: Date;
  end: Date;
  policies: TlsPolicyResult[];
}
