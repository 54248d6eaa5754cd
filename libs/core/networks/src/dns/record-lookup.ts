import { Resolver } from 'node:dns/promises';

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** The most time for one look-up, however many servers are tried. */
const DEADLINE_MS = 8_000;

/** The answers for a name that does not exist or has no such record. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const READERS = {
  TXT: async (resolver: Resolver, name: string) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  CNAME: async (resolver: Resolver, name: string) => (await resolver.resolveCname(name)).map(plain),
  MX: async (resolver: Resolver, name: string) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${plain(exchange)}`),
  SRV: async (resolver: Resolver, name: string) =>
    (await resolver.resolveSrv(name)).map((one) => `${one.priority} ${one.weight} ${one.port} ${plain(one.name)}`),
} as const;

export type RecordType = keyof typeof READERS;

export interface DnsQuestion {
  type: RecordType;
  name: string;
}

/** The values at a name, as a zone file has them; host names are in lower case, without a dot at the end. */
export class DnsAnswers {
  constructor(private readonly values: ReadonlyMap<string, readonly string[] | undefined>) {}

  /** TXT values are joined from their strings. Undefined when no server gave an answer. */
  of(question: DnsQuestion): readonly string[] | undefined {
    return this.values.get(keyOf(question));
  }
}

/** Looks up records at a DNS server. Nothing is cached, so that a new record is found at once. */
export class RecordLookup {
  /** @param dnsServer `<IP address>:<port>`; the system's servers by default */
  constructor(private readonly dnsServer?: string) {}

  /** Asks all questions at once. */
  async lookUp(questions: readonly DnsQuestion[]): Promise<DnsAnswers> {
    const resolver = this.newResolver();
    const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
    try {
      const distinct = new Map(questions.map((question) => [keyOf(question), question]));
      const asked = [...distinct].map(async ([key, question]) => [key, await valuesAt(resolver, question)] as const);
      return new DnsAnswers(new Map(await Promise.all(asked)));
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

async function valuesAt(resolver: Resolver, { type, name }: DnsQuestion): Promise<string[] | undefined> {
  try {
    return await READERS[type](resolver, name);
  } catch (error) {
    return NOT_THERE.has((error as NodeJS.ErrnoException).code) ? [] : undefined;
  }
}

const keyOf = ({ type, name }: DnsQuestion): string => `${type} ${name}`;

/** The root, which says that there is no such service, stays a dot. */
const plain = (host: string): string => host.toLowerCase().replace(/(.)\.$/, '$1') || '.';
