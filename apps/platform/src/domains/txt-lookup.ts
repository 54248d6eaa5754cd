import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { PlatformConfig } from '../config.js';

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** However many servers there are to try, nobody waits for longer. */
const DEADLINE_MS = 8_000;

/** What name servers answer when the name, or a TXT record of it, does not exist. */
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The texts at a name, each joined from its strings; undefined when no server gave an answer. */
export type TxtAnswers = ReadonlyMap<string, readonly string[] | undefined>;

/** Asks the configured DNS server for TXT records. Nothing is kept: who publishes a record wants to see it found. */
@Injectable()
export class TxtLookup {
  constructor(private readonly config: PlatformConfig) {}

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
    if (this.config.dnsServer) resolver.setServers([this.config.dnsServer]);
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
