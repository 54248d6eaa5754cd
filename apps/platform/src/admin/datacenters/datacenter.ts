/** An autonomous system that operators call a data centre. */
export interface Datacenter {
  asn: number;
  name: string;
  /** Who put it there. */
  createdBy: string;
  createdAt: Date;
}

/** Numbers have 32 bits (RFC 6793); 0 is nobody's (RFC 7607). */
export const ASN_MAX = 4_294_967_295;

/** The number in a path, as `15169` or `AS15169`; undefined for what is none. */
export function parseAsn(text: string): number | undefined {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(text) ?? [];
  const asn = Number(digits);
  return digits !== undefined && asn >= 1 && asn <= ASN_MAX ? asn : undefined;
}
