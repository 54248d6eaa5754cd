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
  private readonly addresses = new LRUCache<string, Minute>({ max: MAX_SUBJECTS });
  /** Apart from addresses, of which a flood has any number. */
  private readonly tenants = new LRUCache<string, Minute>({ max: MAX_SUBJECTS });

  constructor(private readonly config: RuntimeConfig) {}

  /** Counts a batch of an address. @throws Problem Throttling */
  countAddress(address: string): void {
    count(this.addresses, clientNetworkOf(address) ?? '', 1, this.config.collectPerMinute);
  }

  /** Counts events of a tenant. @throws Problem Throttling */
  countTenant(tenantId: TenantId, events: number): void {
    count(this.tenants, tenantId, events, this.config.collectTenantPerMinute);
  }
}

function count(minutes: LRUCache<string, Minute>, subject: string, amount: number, most: number): void {
  const now = Date.now();
  let minute = minutes.get(subject);
  if (!minute || minute.endsAt <= now) {
    minute = { endsAt: now + MINUTE_MS, count: 0 };
    minutes.set(subject, minute);
  }
  if (minute.count + amount > most) {
    const seconds = Math.ceil((minute.endsAt - now) / 1_000);
    throw new Problem('Throttling', { headers: { 'Retry-After': String(seconds) } });
  }
  minute.count += amount;
}
