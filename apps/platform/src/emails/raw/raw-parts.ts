import { mailboxText } from '#libs/mail/email';
import type { HeaderField, ParsedAddress } from '#libs/mail/mime';
import type { RawPart } from '../../attachments/attachment.js';
import { mayAddHeader } from '../custom-headers.js';

const HEADERS_MAX = 50;
const VALUE_MAX = 8_000;

/** Contents of a message, as its reader sees them. */
export interface RawParts {
  subject: string;
  /** '' without one. */
  text: string;
  html: string | null;
  to: ParsedAddress[];
  cc: ParsedAddress[];
  replyTo: ParsedAddress[];
  headers: HeaderField[];
  files: RawPart[];
}

export const textsOf = (addresses: readonly ParsedAddress[]): string[] =>
  addresses.filter(({ address }) => address !== '').map(mailboxText);

/** The headers that a tenant may add to its e-mails; null without any. */
export function shownHeaders({ headers }: RawParts): Record<string, string> | null {
  const shown = headers.filter(({ name }) => mayAddHeader(name)).slice(0, HEADERS_MAX);
  if (shown.length === 0) return null;
  return Object.fromEntries(shown.map(({ name, value }) => [name, value.slice(0, VALUE_MAX)]));
}
