import { domainOf } from '#libs/mail/email';
import { NetworkSet, networkAt, parseAddress, parseNetwork } from '#libs/core/networks';
import type { Block } from './block.js';

/** The entries of the lists, which operators maintain. */
export interface AdmissionEntries {
  /** Changes with every change of the lists. */
  version: string;
  blocks: readonly Block[];
  /** Numbers of the autonomous systems that count as data centres. */
  datacenters: readonly number[];
}

/** The indexed lists: the cost of a look-up does not depend on their length. */
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

  /** Whether no e-mail address and no domain is blocked. */
  get lacksEmails(): boolean {
    return this.emails.size === 0 && this.domains.size === 0;
  }

  /** Whether the e-mail address, its domain or a parent domain is blocked. */
  blocksEmail(address: string): boolean {
    if (this.lacksEmails) return false;
    const normal = address.toLowerCase();
    return this.emails.has(normal) || (this.domains.size > 0 && this.blocksDomain(domainOf(normal)));
  }

  /** Whether a domain or a parent domain is blocked. @param domain in lower case and A-labels */
  blocksDomain(domain: string): boolean {
    for (let name = domain; name !== ''; name = parentOf(name)) if (this.domains.has(name)) return true;
    return false;
  }

  /** Whether the IP address, or a network that contains it, is blocked; false if the text is not an IP address. */
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
