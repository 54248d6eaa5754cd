import type { ListedEvent } from './message.js';

/** The event of a message that was sent again; its detail names the new message. */
export const RESENT = 'resent';

/** The event of a message that repeats another; its detail names that one. */
export const RESEND_OF = 'resend';

/** The messages that the events of a kind name. */
function namedBy(events: readonly ListedEvent[], kind: string): string[] {
  return events.flatMap(({ type, detail }) => {
    const id = type === kind ? detail?.['MessageId'] : undefined;
    return typeof id === 'string' ? id : [];
  });
}

/** The message that another one repeats, by its timeline; null for none. */
export const resendOf = (events: readonly ListedEvent[]): string | null => namedBy(events, RESEND_OF)[0] ?? null;

/** The messages by which one was repeated, oldest first. */
export const resendsOf = (events: readonly ListedEvent[]): string[] => namedBy(events, RESENT);
