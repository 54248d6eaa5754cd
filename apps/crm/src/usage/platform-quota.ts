import { Injectable } from '@nestjs/common';
import type * as Undici from 'undici';
import { lazyPackage } from '#libs/lazy';
import { logger, traceHeaders } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import { CrmConfig } from '../config.js';

/** Messages a month that a plan grants; null is no limit. */
export interface Quota {
  plan: string;
  email: number | null;
  sms: number | null;
  push: number | null;
}

/** The time that an answer may take, its body included. */
const TIMEOUT_MS = 2_000;
/** Few processes ask for usage. */
const undici = lazyPackage<typeof Undici>('undici');

/** Asks Platform what the plan of a tenant grants. */
@Injectable()
export class PlatformQuota {
  constructor(private readonly config: CrmConfig) {}

  /** Null if Platform knows no quota of the tenant; undefined if it does not answer in 2 s, or with something else. */
  async find(tenantId: TenantId): Promise<Quota | null | undefined> {
    try {
      const url = new URL(`/internal/tenants/${tenantId}/quota`, this.config.platformUrl);
      const { statusCode, body } = await undici().request(url, {
        headers: { authorization: `Bearer ${this.config.serviceSecret}`, ...traceHeaders() },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (statusCode === 200) return parseAnswer(await body.json());
      await body.dump();
      logger.warn(`Platform answered ${statusCode} to a request for a quota`);
    } catch (error) {
      logger.warn('Platform did not tell a quota', { error });
    }
    return undefined;
  }
}

/** @throws Error for an answer of another form */
function parseAnswer(answer: unknown): Quota | null {
  if (isObject(answer) && typeof answer['plan'] === 'string') {
    const { plan, quota } = answer;
    if (quota === null) return null;
    if (isObject(quota)) {
      const { email, sms, push } = quota;
      if (isLimit(email) && isLimit(sms) && isLimit(push)) return { plan, email, sms, push };
    }
  }
  throw new Error('The answer has another form');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isLimit = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
