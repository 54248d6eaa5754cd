import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '#libs/core/http';
import { clientNetworkOf } from '#libs/core/networks';
import type { TenantId } from '#libs/core/persistence';
import { RuntimeConfig } from '../../config.js';

const MINUTE_MS = 60_000;
const MAX_SUBJECTS = 50_000;

interface Minute {
  endsAt: number;
  count: number;
}

/** Limits of this process, in its memory: they cost nothing, and hold while Redis is away. */
@Injectable()
export class CollectLimits {
  private readonly minutes = new LRUCache<string, Minute>({ max: MAX_SUBJECTS });

  constructor(private readonly config: RuntimeConfig) {}

  /** Counts a batch of an address. @throws Problem Throttling */
  countAddress(address: string): void {
    this.count(clientNetworkOf(address) ?? '', 1, this.config.collectPerMinute);
  }

  /** Counts events of a tenant. @throws Problem Throttling */
  countTenant(tenantId: TenantId, events: number): void {
    this.count(tenantId, events, this.config.collectTenantPerMinute);
  }

  private count(subject: string, amount: number, most: number): void {
    const now = Date.now();
    let minute = this.minutes.get(subject);
    if (!minute || minute.endsAt <= now) {
      minute = { endsAt: now + MINUTE_MS, count: 0 };
      this.minutes.set(subject, minute);
    }
    if (minute.count + amount > most) {
      const seconds = Math.ceil((minute.endsAt - now) / 1_000);
      throw new Problem('Throttling', { headers: { 'Retry-After': String(seconds) } });
    }
    minute.count += amount;
  }
}
