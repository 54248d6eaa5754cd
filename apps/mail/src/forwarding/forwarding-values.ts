/** Addresses to which all mail of a mailbox goes. */
export const MAX_DESTINATIONS = 5;

/** Days for which the link in the mail that asks for consent works. */
export const CONFIRMATION_DAYS = 7;

export const ASK_FORWARDING_JOB = 'forwarding.ask';

/** Asks an address whether mail may be forwarded to it. */
export interface AskForwarding {
  mailboxId: string;
  linkId: string;
}

/** Until when an address that was asked may consent. */
export const consentEndsAt = (askedAt: Date): Date => new Date(askedAt.getTime() + CONFIRMATION_DAYS * 86_400_000);
