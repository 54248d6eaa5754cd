const DAY_MS = 86_400_000;

/** How long the link in a mail works. */
export const CONFIRMATION_LINK_DAYS = 7;
export const CONFIRMATION_LINK_MS = CONFIRMATION_LINK_DAYS * DAY_MS;

/** How long the same confirmation is not asked for by another mail (milliseconds). */
export const ASKED_AGAIN_AFTER_MS = 10 * 60_000;
/** The most mails that ask for one confirmation. */
export const ASKS_MAX = 5;

/** `wait`: a mail was asked for a short while ago. `limit`: there were enough. */
export type AskAgainRefusal = 'wait' | 'limit';

/** Outcome of a request for another mail. `gone`: there is nothing to confirm any more. */
export type AskedAgain = 'asked' | 'confirmed' | 'gone' | AskAgainRefusal;

/** Expiry of a link that is made at this time. */
export const linkExpiresAt = (from: Date): Date => new Date(from.getTime() + CONFIRMATION_LINK_MS);

export const isExpired = (expiresAt: Date): boolean => expiresAt.getTime() <= Date.now();

/** Returns why no other mail may ask now; null if it may. @param asks mails that asked before */
export function askAgainRefusal(askedAt: Date, asks: number): AskAgainRefusal | null {
  if (asks >= ASKS_MAX) return 'limit';
  return Date.now() - askedAt.getTime() < ASKED_AGAIN_AFTER_MS ? 'wait' : null;
}
