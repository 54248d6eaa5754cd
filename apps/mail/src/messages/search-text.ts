import { SEARCH_TEXT_MAX } from '#libs/mail/mail-search';
import { htmlToText } from '#libs/mail/mime';

/** Text of a message for searches: its plain text, or that of its HTML if there is none. */
export function searchTextOf({ text, html }: { text?: string | undefined; html?: string | null | undefined }): string {
  const shown = text?.trim() || !html ? (text ?? '') : htmlToText(html, SEARCH_TEXT_MAX);
  return shown.slice(0, SEARCH_TEXT_MAX);
}
