import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem, refusal } from '#libs/core/http';
import { applyCount, SlidingMinute, type MinuteLimit } from '#libs/core/limits';
import type { TenantId } from '#libs/core/persistence';

const PER_TENANT: MinuteLimit = { name: 'generation', calls: 5 };
/** Generations of a tenant at a time in one process, so that no account keeps the others out. */
const AT_ONCE_PER_TENANT = 2;
const AT_ONCE = 16;
const RETRY_AFTER = '10';

/** Limits how much is generated, which takes long and costs money. */
@Injectable()
export class GenerationLimits {
  private readonly running = new Map<TenantId, number>();
  private total = 0;

  constructor(private readonly minute: SlidingMinute) {}

  /**
   * Runs `work` with a place; its signal is aborted when the client has gone.
   * @throws Problem Throttling, ServiceUnavailable if the process generates as much as it may
   */
  async within<T>(tenantId: TenantId, response: Response, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = this.running.get(tenantId) ?? 0;
    const headers = { 'Retry-After': RETRY_AFTER };
    if (running >= AT_ONCE_PER_TENANT)
      throw new Problem('Throttling', { message: 'Espere o fim de outra geração desta conta.', headers });
    if (this.total >= AT_ONCE) throw refusal('ServiceUnavailable', { erro: 'Há gerações demais em curso.' });
    this.running.set(tenantId, running + 1);
    this.total += 1;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    response.once('close', onClose);
    try {
      applyCount(response, await this.minute.count(tenantId, [PER_TENANT]));
      return await work(gone.signal);
    } finally {
      response.off('close', onClose);
      this.total -= 1;
      const left = (this.running.get(tenantId) ?? 1) - 1;
      if (left > 0) this.running.set(tenantId, left);
      else this.running.delete(tenantId);
    }
  }
}
