import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ADMISSION_LOOK_MS, AdmissionCopy, AdmissionReader, datacenterOf, FailedLogins } from '#libs/admission';
import { Problem } from '#libs/http';
import { Every } from '#libs/jobs';
import { logger, metrics } from '#libs/observability';
import { IdentityConfig } from '../config.js';
import { LIMITS_REDIS } from '../passwords/guess-limit.js';

/**
 * Who may not come in, whatever they know: the e-mail addresses, domains, IP addresses and networks that operators have
 * blocked, and for registrations their data centres. Every way in asks it before it looks at a password, so that an
 * answer tells nothing of accounts.
 */
@Injectable()
export class Admission implements OnModuleInit, OnModuleDestroy {
  private readonly reader: AdmissionReader;
  private readonly failures: FailedLogins;
  private readonly refusals = metrics.registerCounter({
    name: 'admission_refusals_total',
    help: 'Logins and registrations that were refused because of the blocklist or a data centre',
    labelNames: ['because'],
  });

  constructor(
    @Inject(LIMITS_REDIS) redis: Redis,
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

  @Every({ every: ADMISSION_LOOK_MS, in: 'all' })
  async look(): Promise<void> {
    await this.reader.look();
  }

  /** @throws Problem PermissionDenied */
  async check(email: string, ip: string | null): Promise<void> {
    const list = await this.reader.latest();
    if (list.blocksEmail(email)) throw this.refused('email');
    if (ip !== null && list.blocksIp(ip)) throw this.refused('ip');
  }

  /** The same, and from no data centre, unless the installation allows that. @throws Problem PermissionDenied */
  async checkSignup(email: string, ip: string | null): Promise<void> {
    await this.check(email, ip);
    const system = await datacenterOf(this.reader.current, ip ?? undefined);
    if (system === undefined) return;
    logger.info('A registration came from a data centre', {
      id: `AS${system}`,
      state: this.config.datacenterSignups,
    });
    if (this.config.datacenterSignups === 'refuse') throw this.refused('datacenter');
  }

  /** Remembers for an hour or two where logins fail. That it cannot is no reason to answer otherwise. */
  loginFailed(ip: string | null): void {
    this.failures.count(ip ?? undefined).catch(() => undefined);
  }

  private refused(because: 'email' | 'ip' | 'datacenter'): Problem {
    this.refusals.inc({ because });
    return new Problem('PermissionDenied', {
      message: 'This is not possible for you. Ask the support if it should be',
    });
  }
}
