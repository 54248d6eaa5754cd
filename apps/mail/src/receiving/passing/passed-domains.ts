import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#libs/core/persistence';
import { PassedDomainRepository } from './passed-domain.repository.js';

const NAMES_MAX = 10_000;

/** How long a process may know an earlier state of a domain (milliseconds). */
const TTL_MS = 5_000;

/** Tells whether Platform receives for a domain, before a tenant is known. */
@Injectable()
export class PassedDomains {
  private readonly known = new LRUCache<string, { isPassed: boolean }>({
    max: NAMES_MAX,
    ttl: TTL_MS,
    // A domain that is forgotten while it is read is still returned, and not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (name) => ({ isPassed: await this.load(name) }),
  });

  constructor(
    private readonly database: Database,
    private readonly domains: PassedDomainRepository,
  ) {}

  /** @param name in A-labels, in any case @throws DatabaseUnavailable */
  async has(name: string): Promise<boolean> {
    return (await this.known.fetch(name.toLowerCase()))?.isPassed ?? false;
  }

  private load(name: string): Promise<boolean> {
    return this.database.system((tx) => this.domains.isPassed(tx, name));
  }
}
