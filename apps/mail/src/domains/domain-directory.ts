import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { IsNull, Not } from 'typeorm';
import { Database } from '#libs/core/persistence';
import { MailDomain } from './mail-domain.entity.js';

const NAMES_MAX = 10_000;

/** How long another process may know an earlier state of a domain (milliseconds). */
const TTL_MS = 5_000;

/** Finds the domain that a name belongs to, before a tenant is known. A change by this process applies at once. */
@Injectable()
export class DomainDirectory {
  private readonly known = new LRUCache<string, { domain: MailDomain | null }>({
    max: NAMES_MAX,
    ttl: TTL_MS,
    // What is forgotten while it is read is still returned, and not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (name) => ({ domain: await this.load(name) }),
  });

  constructor(private readonly database: Database) {}

  /**
   * The domain of this name, of the tenant that has it verified; null if none has. The name is in A-labels, in any case.
   * @throws DatabaseUnavailable
   */
  async findVerified(name: string): Promise<MailDomain | null> {
    return (await this.known.fetch(name.toLowerCase()))?.domain ?? null;
  }

  /** To be called after the commit of a change to the domain. */
  forget(name: string): void {
    this.known.delete(name);
  }

  private async load(name: string): Promise<MailDomain | null> {
    return this.database.system((tx) =>
      tx.findOneBy(MailDomain, { name, verifiedAt: Not(IsNull()), removedAt: IsNull() }),
    );
  }
}
