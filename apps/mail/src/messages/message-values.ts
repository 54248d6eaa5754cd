/** Way of a message into its mailbox. */
export type MessageOrigin = 'received' | 'sent' | 'draft' | 'imported';

/** Verdict of the virus scanner on a message; `unscanned` if none is configured. */
export type ScanVerdict = 'clean' | 'infected' | 'unscanned';

/** Why a message is in quarantine: a virus, or a signature that says the sender is not who it claims to be. */
export type QuarantineReason = 'infected' | 'signature';

/** An address in a header, with the name beside it; '' without one. */
export interface MessageAddress {
  name: string;
  address: string;
}

/** The outcome of a method by RFC 8601, such as `pass`, `fail`, `softfail`, `none` or `temperror`. */
export interface AuthenticationVerdicts {
  spf: string;
  dkim: string;
  dmarc: string;
  arc: string;
}
