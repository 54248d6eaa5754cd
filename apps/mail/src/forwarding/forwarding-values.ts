/** Addresses to which all mail of a mailbox goes. */
export const MAX_DESTINATIONS = 5;

export const ASK_FORWARDING_JOB = 'forwarding.ask';

/** Asks an address whether mail may be forwarded to it. */
export interface AskForwarding {
  mailboxId: string;
  linkId: string;
}
