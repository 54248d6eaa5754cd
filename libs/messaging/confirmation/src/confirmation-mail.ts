import type { Language } from '#libs/core/html';
import type { Notice } from '#libs/messaging/notices';
import { CONFIRMATION_WORDS } from './words.js';

/** Parts of a mail that asks which its user has words of its own for. */
export interface ConfirmationMailParts {
  subject: string;
  text: string;
  /** Consent that is shown word for word, after a line that introduces it. */
  consent?: { label: string; text: string };
  button: string;
  notYou: string;
}

/** The mail that asks for a confirmation. */
export function confirmationNotice(
  language: Language,
  { subject, text, consent, button, notYou }: ConfirmationMailParts,
  { url, expiresAt }: { url: string; expiresAt: Date },
): Notice {
  const { locale, mail } = CONFIRMATION_WORDS[language];
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  return {
    subject,
    heading: mail.heading,
    paragraphs: [mail.greeting, text, ...(consent ? [consent.label] : [])],
    quote: consent?.text,
    action: { label: button, url },
    notes: [mail.expires(until), notYou],
  };
}
