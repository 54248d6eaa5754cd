import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FailedLogins } from '#libs/messaging/admission';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { SenderSignalsRepository, type ConspicuousTenant, type SenderDomain } from './sender-signals.repository.js';
import { LIMITS, share, type Finding } from './suggestion.js';

const MAX_ADDRESSES = 100;

/** Reads the signals from the platform's own records. */
@Injectable()
export class SignalsService implements OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly logins: FailedLogins;

  constructor(
    private readonly database: Database,
    private readonly senders: SenderSignalsRepository,
    config: PlatformConfig,
  ) {
    this.redis = createRedis(config.redisUrl);
    this.logins = new FailedLogins(this.redis);
  }

  async list(): Promise<Finding[]> {
    const [senders, logins] = await Promise.all([this.listSenders(), this.listFailedLogins()]);
    return [...senders, ...logins];
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async listSenders(): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const tenant of await this.database.statement((pool) => this.senders.listConspicuous(pool))) {
      const { tenantId } = tenant;
      const all = await this.database.tenant(tenantId, (tx) => this.senders.listDomains(tx, tenantId));
      const domains = all.filter(({ domain }) => domain !== null);
      findings.push(...domains.flatMap((domain) => rates(tenantId, domain)));
      const [busiest] = domains;
      if (busiest) findings.push(...spikes(tenant, busiest));
    }
    return findings;
  }

  private async listFailedLogins(): Promise<Finding[]> {
    try {
      const addresses = await this.logins.listSources(LIMITS.failedLogins, MAX_ADDRESSES);
      return addresses.map(({ kind, value, failures }) => ({
        kind,
        value,
        signal: 'failed_logins',
        evidence: { Failures: failures, Threshold: LIMITS.failedLogins, Hours: 2 },
      }));
    } catch (error) {
      logger.warn('Failed logins could not be read; suggestions leave them out', { error });
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
