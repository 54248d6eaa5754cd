import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { FailedLogins } from '#libs/admission';
import { createViewRedis } from '#libs/auth';
import { logger } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import { PlatformConfig } from '../../config.js';
import { SenderSignalsRepository, type ConspicuousTenant, type SenderDomain } from './sender-signals.repository.js';
import { LIMITS, share, type Finding } from './suggestion.js';

const PLACES_AT_MOST = 100;

/** What the platform's own records say, now, of whom one might block. */
@Injectable()
export class SignalsService implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly logins: FailedLogins;

  constructor(
    private readonly senders: SenderSignalsRepository,
    config: PlatformConfig,
  ) {
    this.redis = createViewRedis(config.redisUrl);
    this.logins = new FailedLogins(this.redis);
  }

  async read(): Promise<Finding[]> {
    const [ofSenders, ofPlaces] = await Promise.all([this.ofSenders(), this.ofPlaces()]);
    return [...ofSenders, ...ofPlaces];
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async ofSenders(): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const tenant of await this.senders.conspicuous()) {
      const domains = (await this.senders.domainsOf(tenant.tenantId)).filter(({ domain }) => domain !== null);
      findings.push(...domains.flatMap((domain) => rates(tenant.tenantId, domain)));
      const [busiest] = domains;
      if (busiest) findings.push(...spikes(tenant, busiest));
    }
    return findings;
  }

  private async ofPlaces(): Promise<Finding[]> {
    try {
      const places = await this.logins.worst(LIMITS.failedLogins, PLACES_AT_MOST);
      return places.map(({ kind, value, failures }) => ({
        kind,
        value,
        signal: 'failed_logins',
        evidence: { Failures: failures, Threshold: LIMITS.failedLogins, Hours: 2 },
      }));
    } catch (error) {
      logger.warn('Failed logins could not be looked at; suggestions leave them out', { error });
      return [];
    }
  }
}

function rates(tenantId: TenantId, { domain: value, sent, complained, hardBounced }: SenderDomain): Finding[] {
  if (sent < LIMITS.fewestSent) return [];
  const findings: Finding[] = [];
  const evidence = { TenantId: tenantId, Sent: sent };
  const complaintRate = share(complained, sent);
  if (complained >= LIMITS.fewestComplaints && complaintRate >= LIMITS.complaintRate) {
    const numbers = { Complained: complained, Rate: complaintRate, Threshold: LIMITS.complaintRate };
    findings.push({ kind: 'domain', value, signal: 'complaint_rate', evidence: { ...evidence, ...numbers } });
  }
  const bounceRate = share(hardBounced, sent);
  if (bounceRate >= LIMITS.hardBounceRate) {
    const numbers = { HardBounced: hardBounced, Rate: bounceRate, Threshold: LIMITS.hardBounceRate };
    findings.push({ kind: 'domain', value, signal: 'hard_bounce_rate', evidence: { ...evidence, ...numbers } });
  }
  return findings;
}

function spikes({ tenantId, lastHour, usualHour }: ConspicuousTenant, { domain: value }: SenderDomain): Finding[] {
  if (lastHour < LIMITS.spikeMessages || lastHour < usualHour * LIMITS.spikeFactor) return [];
  const evidence = {
    TenantId: tenantId,
    LastHour: lastHour,
    UsualHour: Math.round(usualHour * 10) / 10,
    Factor: LIMITS.spikeFactor,
  };
  return [{ kind: 'domain', value, signal: 'sending_spike', evidence }];
}
