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
