import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { MailDomain } from './email-check.js';

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;
const REMEMBERED = 10_000;
const REMEMBERED_MS = 600_000;

/** Answers of DNS that say that there is nothing, as opposed to those that say that it did not answer. */
const NO_DOMAIN = 'ENOTFOUND';
const NO_RECORD = 'ENODATA';

/** Looks up where the mail of a domain goes (RFC 5321, 5.1: its MX records, else its own address). */
export class MailDomains {
  private readonly known = new LRUCache<string, MailDomain>({ max: REMEMBERED, ttl: REMEMBERED_MS });

  /** @param servers DNS servers in place of the machine's own */
  constructor(private readonly servers: readonly string[] = []) {}

  /** Null if DNS did not answer. */
  async find(domain: string): Promise<MailDomain | null> {
    const known = this.known.get(domain);
    if (known) return known;
    const found = await this.lookUp(domain);
    if (found) this.known.set(domain, found);
    return found;
  }

  private async lookUp(domain: string): Promise<MailDomain | null> {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
    if (this.servers.length > 0) resolver.setServers([...this.servers]);
    try {
      const records = await resolver.resolveMx(domain);
      // A null MX (RFC 7505) says that the domain takes no mail.
      return { exists: true, acceptsMail: records.some(({ exchange }) => exchange !== '' && exchange !== '.') };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NO_DOMAIN) return { exists: false, acceptsMail: false };
      return code === NO_RECORD ? this.lookUpAddress(resolver, domain) : null;
    }
  }

  private async lookUpAddress(resolver: Resolver, domain: string): Promise<MailDomain | null> {
    const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
    if (answers.some(({ status }) => status === 'fulfilled')) return { exists: true, acceptsMail: true };
    const failures = answers.map((one) => (one as PromiseRejectedResult).reason as NodeJS.ErrnoException);
    const isSure = failures.every(({ code }) => code === NO_DOMAIN || code === NO_RECORD);
    return isSure ? { exists: true, acceptsMail: false } : null;
  }
}
