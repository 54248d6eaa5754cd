import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

import { errorCode, NameUnresolved } from '../errors.js';

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
const MAX_TTL_MS = 10_000;
const CACHED_NAMES = 10_000;

/** Errors of a name that does not exist or has no address of the requested family. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

interface CachedName {
  addresses: Promise<string[]>;
  /** On the clock of `performance.now()`; infinite while the lookup runs. */
  expiresAt: number;
}

interface Lookup {
  addresses: string[];
  /** Seconds; the shortest of all records. */
  ttl: number;
}

/**
 * Resolves all addresses of a host, IPv4 first. It queries name servers directly: `getaddrinfo` would block one of
 * libuv's few threads during a slow lookup, and would use the machine's hosts file and search domains.
 *
 * Caches answers for their TTL, ten seconds at most. Concurrent lookups of one name share one query.
 */
export class NameResolver {
  readonly #resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  readonly #cache = new LRUCache<string, CachedName>({ max: CACHED_NAMES });

  /** @param dnsServer `<IP address>:<port>`; the system's servers by default */
  constructor(dnsServer?: string) {
    if (dnsServer) this.#resolver.setServers([dnsServer]);
  }

  /** An IP address resolves to itself. @throws NameUnresolved */
  resolve(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return Promise.resolve([host]);
    const name = host.toLowerCase().replace(/\.$/, '');
    if (isLocalhost(name)) return Promise.resolve(['127.0.0.1']);
    const cached = this.#cache.get(name);
    return cached && cached.expiresAt > performance.now() ? cached.addresses : this.#lookUpShared(name);
  }

  #lookUpShared(name: string): Promise<string[]> {
    const lookup = this.#lookUp(name);
    const cached: CachedName = { addresses: lookup.then(({ addresses }) => addresses), expiresAt: Infinity };
    this.#cache.set(name, cached);
    lookup.then(
      ({ ttl }) => (cached.expiresAt = performance.now() + Math.min(ttl * 1000, MAX_TTL_MS)),
      () => this.#cache.get(name) === cached && this.#cache.delete(name),
    );
    return cached.addresses;
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

/** Names of the machine itself, which are not looked up (RFC 6761 §6.3). */
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

function unresolved(answers: PromiseSettledResult<unknown>[]): NameUnresolved {
  const reasons: unknown[] = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : undefined));
  const notFound = reasons.every((reason) => NOT_THERE.has(errorCode(reason)));
  return new NameUnresolved(notFound, { cause: reasons[0] });
}
