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
