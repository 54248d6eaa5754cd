import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RecordLookup } from '#libs/core/networks';
import type { RecordStatus } from '#libs/messaging/domains';
import { PlatformConfig } from '../../config.js';

const KEPT_MS = 30_000;
const KEPT_MAX = 10_000;

/** Preference of the record; any other does as well. */
const PREFERENCE = 10;

/** The record that a domain needs so that its mail comes here. */
export interface MxRecord {
  name: string;
  value: string;
  status: RecordStatus;
}

/** Looks up the MX records of domains. What was found is kept for half a minute. */
@Injectable()
export class MxRecords {
  private readonly found = new LRUCache<string, Promise<RecordStatus>>({ max: KEPT_MAX, ttl: KEPT_MS });

  constructor(
    private readonly lookup: RecordLookup,
    private readonly config: PlatformConfig,
  ) {}

  async of(domain: string): Promise<MxRecord> {
    const value = `${PREFERENCE} ${this.config.receivingHost}`;
    return { name: domain, value, status: await this.statusOf(domain) };
  }

  private statusOf(domain: string): Promise<RecordStatus> {
    const known = this.found.get(domain);
    if (known) return known;
    const asked = this.ask(domain);
    this.found.set(domain, asked);
    return asked;
  }

  private async ask(domain: string): Promise<RecordStatus> {
    const question = { type: 'MX', name: domain } as const;
    const records = (await this.lookup.lookUp([question])).of(question);
    if (!records) return 'unchecked';
    return records.some((record) => record.split(' ')[1] === this.config.receivingHost) ? 'found' : 'missing';
  }
}
