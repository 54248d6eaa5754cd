const NAME_MAX = 80;
const LINK_LIKE = /:\/\/|www\.|[^\s.]\.[a-z]{2,}/i;
// oxlint-disable-next-line no-control-regex
const NOT_PRINTED = /[\0-\x1f\x7f-\x9f\u2028\u2029]+/g;

/**
 * A name that a user chose, made safe for a mail to another user. One that looks like a link becomes empty, so that our
 * mail cannot be used for advertising.
 */
export function plainName(name: string): string {
  const text = name.replace(NOT_PRINTED, ' ').trim();
  return LINK_LIKE.test(text) ? '' : text.slice(0, NAME_MAX);
}
