import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

import { errorCode, NameUnresolved } from './errors.js';

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
const MAX_KEPT_MS = 10_000;
const MAX_NAMES_KEPT = 10_000;

/** What name servers answer when the name, or an address of the kind asked for, does not exist. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

interface Kept {
  addresses: Promise<string[]>;
  /** Milliseconds of `performance.now()`; infinite while the lookup is under way. */
  until: number;
}

interface Lookup {
  addresses: string[];
  /** Seconds for which all of them are good. */
  ttl: number;
}

/**
 * All addresses of a host, IPv4 first. It asks name servers directly, because `getaddrinfo` occupies one of libuv's few
 * threads for as long as a slow name server likes, and would read the machine's hosts file and search domains, which
 * are nothing for a name that a user typed.
 *
 * Answers are kept for as long as they allow, ten seconds at most; lookups of one name at the same time share one.
 */
export class NameResolver {
  readonly #resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  readonly #kept = new LRUCache<string, Kept>({ max: MAX_NAMES_KEPT });

  /** `dnsServer` is `host:port`, the host an IP address; without it the system's servers are asked. */
  constructor(dnsServer?: string) {
    if (dnsServer) this.#resolver.setServers([dnsServer]);
  }

  /** Throws `NameUnresolved`. An IP address is its own answer. */
  resolve(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return Promise.resolve([host]);
    const name = host.toLowerCase().replace(/\.$/, '');
    if (isLocalhost(name)) return Promise.resolve(['127.0.0.1']);
    const kept = this.#kept.get(name);
    return kept && kept.until > performance.now() ? kept.addresses : this.#lookUpShared(name);
  }

  #lookUpShared(name: string): Promise<string[]> {
    const lookup = this.#lookUp(name);
    const kept: Kept = { addresses: lookup.then(({ addresses }) => addresses), until: Infinity };
    this.#kept.set(name, kept);
    lookup.then(
      ({ ttl }) => (kept.until = performance.now() + Math.min(ttl * 1000, MAX_KEPT_MS)),
      () => this.#kept.get(name) === kept && this.#kept.delete(name),
    );
    return kept.addresses;
  }

  async #lookUp(name: string): Promise<Lookup> {
    const answers = await Promise.allSettled([
      this.#resolver.resolve4(name, { ttl: true }),
      this.#resolver.resolve6(name, { ttl: true }),
    ]);
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (records.length === 0) throw unresolved(answers);
    return {
      addresses: records.map(({ address }) => address),
      ttl: Math.min(...records.map(({ ttl }) => ttl)),
    };
  }
}

/** Names that are the machine itself by definition, and no name server's business (RFC 6761 §6.3). */
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

function unresolved(answers: PromiseSettledResult<unknown>[]): NameUnresolved {
  const reasons: unknown[] = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : undefined));
  const notFound = reasons.every((reason) => NOT_THERE.has(errorCode(reason)));
  return new NameUnresolved(notFound, { cause: reasons[0] });
}
