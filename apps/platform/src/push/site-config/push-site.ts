/** What makes a tenant's web site one whose visitors can be written to. */
export interface PushSite {
  /** Stands in the pages, for everybody to see: it lets browsers register, and nothing else. */
  siteKey: string;
  /** What browsers subscribe with (RFC 8292), base64url. */
  publicKey: string;
  /** Its counterpart, sealed. */
  privateKey: string;
}
