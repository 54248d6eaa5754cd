/** Characters of a local part (RFC 5321, 4.5.3.1.1) and of a whole address. */
export const LOCAL_PART_MAX = 64;
const ADDRESS_MAX = 254;

/** A dot-atom (RFC 5321, 4.1.2). */
export const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Return paths of forwarded mail begin with these (SRS). */
const REWRITTEN = /^srs[01][=+-]/;

/** The local part as a mailbox has it, in lower case; null if no mailbox may have it. */
export function toLocalPart(text: string, domain: string): string | null {
  const localPart = text.toLowerCase();
  const isLong = localPart.length > LOCAL_PART_MAX || localPart.length + 1 + domain.length > ADDRESS_MAX;
  return isLong || !LOCAL_PART.test(localPart) || REWRITTEN.test(localPart) ? null : localPart;
}

/** An address without its tag: that of `ana+shop@x.test` is `ana@x.test`. */
export const withoutTag = (address: string): string => address.replace(/(?<=[^@])\+[^@]*(?=@)/, '');

/** Local parts that every domain takes mail for (RFC 5321, 4.5.1; RFC 2142, 4). */
const REQUIRED = ['postmaster', 'abuse'];

/** @param localPart in lower case, without a tag */
export const isRequiredAddress = (localPart: string): boolean => REQUIRED.includes(localPart);
