import type * as Undici from 'undici';
import { lazyPackage } from '#libs/core/process';
import { logger, traceHeaders } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';

/** Messages that a plan grants: a month of each channel, and a day of all; null is no limit. */
export interface Quota {
  plan: string;
  email: number | null;
  sms: number | null;
  push: number | null;
  daily: number | null;
}

export interface PlanQuotaClientOptions {
  /** Address of Platform. */
  platformUrl: string;
  serviceSecret: string;
}

/** The time that an answer may take, its body included. */
const TIMEOUT_MS = 2_000;
/** Few processes ask for quotas. */
const undici = lazyPackage<typeof Undici>('undici');

/** Asks Platform what the plan of a tenant grants. */
export class PlanQuotaClient {
  constructor(private readonly options: PlanQuotaClientOptions) {}

  /** Null if Platform knows no quota of the tenant; undefined if it does not answer in 2 s, or with something else. */
  async find(tenantId: TenantId): Promise<Quota | null | undefined> {
    const { platformUrl, serviceSecret } = this.options;
    try {
      const url = new URL(`/internal/tenants/${tenantId}/quota`, platformUrl);
      const { statusCode, body } = await undici().request(url, {
        headers: { authorization: `Bearer ${serviceSecret}`, ...traceHeaders() },
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
      const { email, sms, push, daily = null } = quota;
      if (isLimit(email) && isLimit(sms) && isLimit(push) && isLimit(daily)) return { plan, email, sms, push, daily };
    }
  }
  throw new Error('The answer has another form');
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isLimit = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
