import type { Address } from './address.js';
import { AddressRanges } from './address-ranges.js';

/** The country of an address, by ISO 3166-1 alpha-2, from public data of registries and routes (CC0). */
export class CountryTable {
  private constructor(private readonly ranges: AddressRanges) {}

  /** Reads the installed data; takes a fraction of a second. */
  static async load(): Promise<CountryTable> {
    return new CountryTable(await AddressRanges.load('geo-whois-asn-country', toNumber));
  }

  /** Undefined for an address of no country, such as a private one. */
  find(address: Address): string | undefined {
    const number = this.ranges.find(address);
    return number === undefined ? undefined : String.fromCharCode(number >>> 8, number & 0xff);
  }
}

const toNumber = (code: string) => (code.charCodeAt(0) << 8) | code.charCodeAt(1);
