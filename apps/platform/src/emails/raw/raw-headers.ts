import { mailboxText, type RawMessage, unfolded } from '#libs/mail/email';
import { decodeHeaderText, parseAddresses } from '#libs/mail/mime';

/** A message has as many tags at most, as a request. */
const TAGS_MAX = 20;
/** Tag under which the `Tag` of Postmark is kept, also of the header `X-PM-Tag`. */
export const POSTMARK_TAG = 'Tag';

/** The value of the first header of this name, decoded; undefined without one. */
export function headerOf({ fields }: RawMessage, name: string): string | undefined {
  const field = fields.find((one) => one.name === name);
  return field && decodeHeaderText(Buffer.from(unfolded(field.lines), 'latin1').toString('utf8')).trim();
}

/** The mailboxes of the first header of this name. */
export function addressesOf({ fields }: RawMessage, name: string): string[] {
  const field = fields.find((one) => one.name === name);
  if (!field) return [];
  return parseAddresses(Buffer.from(unfolded(field.lines), 'latin1').toString('utf8'))
    .filter(({ address }) => address !== '')
    .map(mailboxText);
}

/** The tags that a message gives itself by the headers of Amazon SES and Postmark; undefined without any. */
export function tagsOfHeaders(message: RawMessage): Record<string, string> | undefined {
  const pairs = (headerOf(message, 'x-ses-message-tags') ?? '')
    .split(',')
    .map((pair) => pair.split('=', 2).map((text) => text.trim()))
    .filter((pair): pair is [string, string] => Boolean(pair[0] && pair[1]));
  const tag = headerOf(message, 'x-pm-tag');
  if (tag) pairs.push([POSTMARK_TAG, tag]);
  return pairs.length > 0 ? Object.fromEntries(pairs.slice(0, TAGS_MAX)) : undefined;
}
