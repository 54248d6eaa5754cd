import type { Address } from './address.js';
import { AddressRanges } from './address-ranges.js';

/**
 * The autonomous system that announces an address: about half a million ranges as sorted numbers (about 9 MiB). The data
 * come from RouteViews, the NRO and DB-IP (CC BY 4.0); see NOTICE.md.
 */
export class AsnTable {
  private constructor(private readonly ranges: AddressRanges) {}

  /** Reads the installed data; takes a fraction of a second. */
  static async load(): Promise<AsnTable> {
    return new AsnTable(await AddressRanges.load('asn', Number));
  }

  /** Number of ranges. */
  get size(): number {
    return this.ranges.size;
  }

  /** The number of the system that announces the address; undefined if it is not announced. */
  find(address: Address): number | undefined {
    return this.ranges.find(address);
  }
}
