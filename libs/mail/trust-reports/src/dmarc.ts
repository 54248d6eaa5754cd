/** A method's outcome for a domain. */
export interface DmarcAuthResult {
  domain: string;
  result: string;
  /** Selector of a DKIM key. */
  selector?: string;
  /** Identity that SPF looked at: `mfrom` or `helo`. */
  scope?: string;
}

/** Messages of one source that were treated alike. */
export interface DmarcRecord {
  sourceIp: string;
  count: number;
  /** Treatment by the receiver: `none`, `quarantine`, `reject`, or `pass` (RFC 9990). */
  disposition: string;
  /** Aligned outcomes. */
  dkim: string;
  spf: string;
  /** Why the receiver did not do what the policy asks. */
  overrides: { type: string; comment: string }[];
  headerFrom: string;
  envelopeFrom: string | null;
  envelopeTo: string | null;
  dkimResults: DmarcAuthResult[];
  spfResults: DmarcAuthResult[];
}

/** An aggregate report (RFC 7489, Appendix C; RFC 9990). */
export interface DmarcReport {
  organisation: string;
  email: string;
  reportId: string;
  begin: Date;
  end: Date;
  errors: string[];
  domain: string;
  policy: {
    p: string;
    sp: string | null;
    np: string | null;
    adkim: string;
    aspf: string;
    /** Percentage of RFC 7489. */
    pct: number | null;
    fo: string | null;
    isTesting: boolean;
  };
  records: DmarcRecord[];
}
