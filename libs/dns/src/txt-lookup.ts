import { Resolver } from 'node:dns/promises';

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** The most time for one look-up, however many servers are tried. */
const DEADLINE_MS = 8_000;

/** The answers for a name that does not exist or has no TXT record. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The texts at a name, each joined from its strings; undefined when no server gave an answer. */
export type TxtAnswers = ReadonlyMap<string, readonly string[] | undefined>;

/** Looks up TXT records at a DNS server. Nothing is cached, so that a new record is found at once. */
export class TxtLookup {
  /** @param dnsServer `<IP address>:<port>`; the system's servers by default */
  constructor(private readonly dnsServer?: string) {}

  /** Looks up all names at once. */
  async lookUp(names: readonly string[]): Promise<TxtAnswers> {
    const resolver = this.newResolver();
    const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
    try {
      const distinct = [...new Set(names)];
      return new Map(await Promise.all(distinct.map(async (name) => [name, await textsAt(resolver, name)] as const)));
    } finally {
      clearTimeout(deadline);
    }
  }

  /** One for each look-up, since only all queries of a resolver can be cancelled. */
  private newResolver(): Resolver {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
    if (this.dnsServer) resolver.setServers([this.dnsServer]);
    return resolver;
  }
}

async function textsAt(resolver: Resolver, name: string): Promise<string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((strings) => strings.join(''));
  } catch (error) {
    return NOT_THERE.has((error as NodeJS.ErrnoException).code) ? [] : undefined;
  }
}
