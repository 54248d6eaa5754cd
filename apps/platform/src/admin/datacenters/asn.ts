/** Numbers have 32 bits (RFC 6793); 0 is reserved (RFC 7607). */
export const ASN_MAX = 4_294_967_295;

/** The number in a path, as `15169` or `AS15169`; undefined if the text is not one. */
export function parseAsn(text: string): number | undefined {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(text) ?? [];
  const asn = Number(digits);
  return digits !== undefined && asn >= 1 && asn <= ASN_MAX ? asn : undefined;
}
