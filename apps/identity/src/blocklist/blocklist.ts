import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ADMISSION_POLL_MS,
  AdmissionCopy,
  AdmissionReader,
  datacenterOf,
  FailedLogins,
} from '#libs/messaging/admission';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import type { RedisClient } from '#libs/core/redis';
import { IdentityConfig } from '../config.js';
import { LIMITS_REDIS } from '../limits/limits.module.js';

/**
 * Denies logins and registrations of blocked e-mail addresses, domains, IP addresses and networks; registrations from
 * blocked data centres, too. It runs before a password is verified, so that the answer does not reveal accounts.
 */
@Injectable()
export class Blocklist implements OnModuleInit, OnModuleDestroy {
  private readonly reader: AdmissionReader;
  private readonly failures: FailedLogins;
  private readonly denials = metrics.registerCounter({
    name: 'admission_refusals_total',
    help: 'Logins and registrations that were refused because of the blocklist or a data centre',
    labelNames: ['because'],
  });

  constructor(
    @Inject(LIMITS_REDIS) redis: RedisClient,
    private readonly config: IdentityConfig,
  ) {
    this.reader = new AdmissionReader(new AdmissionCopy(redis));
    this.failures = new FailedLogins(redis);
  }

  async onModuleInit(): Promise<void> {
    await this.reader.start();
  }

  onModuleDestroy(): void {
    this.reader.stop();
  }

  @Every({ every: ADMISSION_POLL_MS, in: 'all', whileHeld: 'runs' })
  async reload(): Promise<void> {
    await this.reader.poll();
  }

  /** @throws Problem PermissionDenied */
  async assertAllowed(email: string, ip: string | null): Promise<void> {
    const list = await this.reader.latest();
    if (list.blocksEmail(email)) throw this.denied('email');
    if (ip !== null && list.blocksIp(ip)) throw this.denied('ip');
  }

  /** The same, and from no data centre, unless the installation allows that. @throws Problem PermissionDenied */
  async assertSignupAllowed(email: string, ip: string | null): Promise<void> {
    await this.assertAllowed(email, ip);
    const system = await datacenterOf(this.reader.current, ip ?? undefined);
    if (system === undefined) return;
    logger.info('A registration came from a data centre', {
      id: `AS${system}`,
      state: this.config.datacenterSignups,
    });
    if (this.config.datacenterSignups === 'refuse') throw this.denied('datacenter');
  }

  /** Counts failed logins by network for an hour or two. A failure to count is ignored. */
  recordFailedLogin(ip: string | null): void {
    this.failures.count(ip ?? undefined).catch(() => undefined);
  }

  private denied(because: 'email' | 'ip' | 'datacenter'): Problem {
    this.denials.inc({ because });
    return new Problem('PermissionDenied', {
      message: 'This is not possible for you. Ask the support if it should be',
    });
  }
}
