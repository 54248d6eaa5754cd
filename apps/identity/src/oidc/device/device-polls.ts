import { Inject, Injectable } from '@nestjs/common';
import { errors, type Provider } from 'oidc-provider';
import { WindowLimit } from '#libs/core/limits';
import type { RedisClient } from '#libs/core/redis';
import { sha256Hex } from '#libs/core/secrets';
import { LIMITS_REDIS } from '../../limits/limits.module.js';
import { routeOf } from '../provider-models.js';

/** The pace of a program that waits for its user (seconds). */
const INTERVAL_SECONDS = 5;
/** A second less, because requests do not take the same time each. */
const ONE_POLL = { name: 'identity:device-polls', times: 1, seconds: INTERVAL_SECONDS - 1 };

interface PolledCode {
  jti: string;
  accountId?: string;
  error?: string;
  isExpired: boolean;
}

interface CodeClass {
  find(value: string, options?: object): Promise<PolledCode | undefined>;
}

/** The pace of polls for a device code (RFC 8628, 3.5), which the library leaves open. */
@Injectable()
export class DevicePolls {
  private readonly limit: WindowLimit;

  constructor(@Inject(LIMITS_REDIS) redis: RedisClient) {
    this.limit = new WindowLimit(redis, ONE_POLL);
  }

  /** Answers `slow_down` to a program that polls faster than it was told to, and tells the pace. */
  bind(provider: Provider): void {
    const model = provider.DeviceCode as unknown as CodeClass;
    const { find } = model;
    const assertSlow = (code: PolledCode) => this.assertSlow(code);
    model.find = async function findInPace(this: CodeClass, value, options) {
      const code = await find.call(this, value, options);
      if (code && routeOf(provider) === 'token') await assertSlow(code);
      return code;
    };
    provider.use(async (ctx, next) => {
      await next();
      const { oidc } = ctx as { oidc?: { route?: string } };
      if (oidc?.route === 'device_authorization' && ctx.status === 200) {
        ctx.body = { ...(ctx.body as object), interval: INTERVAL_SECONDS };
      }
    });
  }

  /** A code that was decided on is answered at once. */
  private async assertSlow({ jti, accountId, error, isExpired }: PolledCode): Promise<void> {
    if (accountId || error || isExpired) return;
    if ((await this.limit.consume(sha256Hex(jti))) > 0) throw new errors.SlowDown();
  }
}
