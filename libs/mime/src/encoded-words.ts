import type * as PostalMime from 'postal-mime';
import { lazyPackage } from '#libs/lazy';
import { wellFormed } from '#libs/charsets';

/** An app at rest reads no messages. */
export const postalMime = lazyPackage<typeof PostalMime>('postal-mime');

/** Characters of a value that are decoded: bombs of encoded words are longer. */
const DECODED_MAX = 16_384;

/** Decodes encoded words (RFC 2047); one that is broken stays as it is. */
export function decodeHeaderText(value: string): string {
  const text = value.slice(0, DECODED_MAX);
  try {
    return wellFormed(
      postalMime()
        .decodeWords(text)
        .replaceAll(/[\0\r\n\t]+/g, ' '),
    ).trim();
  } catch {
    return text;
  }
}
