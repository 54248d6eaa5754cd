import { domainOf } from '#libs/email';
import { NetworkSet, networkAt, parseAddress, parseNetwork } from '#libs/networks';
import type { Block } from './block.js';

/** What an operator has put on the lists: a state that has a name, so that copies of it can be compared. */
export interface AdmissionEntries {
  version: string;
  blocks: readonly Block[];
  /** Numbers of the autonomous systems that are data centres. */
  datacenters: readonly number[];
}

/** The lists, ready to be asked on every call: a look costs the same however long they are. */
export class AdmissionList {
  static readonly EMPTY = new AdmissionList({ version: '', blocks: [], datacenters: [] });

  readonly version: string;
  readonly datacenters: ReadonlySet<number>;
  private readonly emails = new Set<string>();
  private readonly domains = new Set<string>();
  private readonly networks = new NetworkSet();

  constructor({ version, blocks, datacenters }: AdmissionEntries) {
    this.version = version;
    this.datacenters = new Set(datacenters);
    for (const block of blocks) this.add(block);
  }

  /** Whether no address or domain is blocked at all, so that e-mail need not be looked at. */
  get lacksEmails(): boolean {
    return this.emails.size === 0 && this.domains.size === 0;
  }

  /** Whether the e-mail address is blocked: itself, or its domain, or a domain above that. */
  blocksEmail(address: string): boolean {
    if (this.lacksEmails) return false;
    const normal = address.toLowerCase();
    return this.emails.has(normal) || (this.domains.size > 0 && this.blocksDomain(domainOf(normal)));
  }

  /** Whether a domain is blocked, or one above it; in lower case and A-labels. */
  blocksDomain(domain: string): boolean {
    for (let name = domain; name !== ''; name = parentOf(name)) if (this.domains.has(name)) return true;
    return false;
  }

  /** Whether the IP address is blocked, or a network in which it lies. What is no address is not. */
  blocksIp(ip: string): boolean {
    if (this.networks.isEmpty) return false;
    const address = parseAddress(ip);
    return address !== undefined && this.networks.find(address) !== undefined;
  }

  private add({ kind, value }: Block): void {
    if (kind === 'email') this.emails.add(value);
    if (kind === 'domain') this.domains.add(value);
    const address = kind === 'ip' ? parseAddress(value) : undefined;
    const network = address ? networkAt(address, address.bits) : kind === 'cidr' ? parseNetwork(value) : undefined;
    if (network) this.networks.add(network);
  }
}

function parentOf(domain: string): string {
  const dot = domain.indexOf('.');
  return dot < 0 ? '' : domain.slice(dot + 1);
}
