/**
 * The variables of templates of e-mail that lead a recipient to its choices. A template is filled in before its message has
 * an id, so each is a placeholder until the message leaves. Its host is none that can exist (RFC 2606).
 */
export const MAIL_LINKS = {
  unsubscribe_url: 'https://unsubscribe-link.invalid/',
  preferences_url: 'https://preferences-link.invalid/',
} as const;

export type MailLink = keyof typeof MAIL_LINKS;

/** Placeholder in the mail that asks for a confirmation: who may read a stored message must not confirm for its recipient. */
export const CONFIRMATION_PLACEHOLDER = 'https://confirmation-link.invalid/';

/** The data of a template of e-mail; the links are the real ones, whatever the caller gave. */
export const withMailLinks = <T extends object>(data: T): T & typeof MAIL_LINKS => ({ ...data, ...MAIL_LINKS });

/** Whether a text has one of them. */
const hasMailLinks = (text: string): boolean => text.includes('-link.invalid/');

/** The text with the real link in place of {@link CONFIRMATION_PLACEHOLDER}. */
export const withConfirmationLink = (text: string | null, url: string): string | null =>
  text?.replaceAll(CONFIRMATION_PLACEHOLDER, () => url) ?? null;

/** The text with the links of one message in place of the placeholders; the same text if it has none. */
export function withRealLinks(text: string | null, links: (link: MailLink) => string): string | null {
  if (text === null || !hasMailLinks(text)) return text;
  return text
    .replaceAll(MAIL_LINKS.unsubscribe_url, () => links('unsubscribe_url'))
    .replaceAll(MAIL_LINKS.preferences_url, () => links('preferences_url'));
}
