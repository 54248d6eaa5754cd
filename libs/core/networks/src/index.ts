/** Addresses and networks of peers, their names in DNS, and the pace of slow ones. */

export {
  formatAddress,
  formatNetwork,
  networkAt,
  parseAddress,
  parseNetwork,
  type Address,
  type Network,
} from './address.js';
export { AsnTable } from './asn-table.js';
export { CountryTable } from './country-table.js';
export { NetworkSet } from './network-set.js';
export { clientNetworkOf } from './client-network.js';
export { DnsAnswers, type DnsQuestion, RecordLookup, type RecordType } from './dns/record-lookup.js';
export { type Pace, PaceWatch, type Sender } from './pace/pace-watch.js';
