import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { refusal } from '#libs/core/http';
import { applyCount, RunningSlots, SlidingMinute, slotsBusy, type MinuteLimit } from '#libs/core/limits';
import type { TenantId } from '#libs/core/persistence';

const PER_TENANT: MinuteLimit = { name: 'generation', calls: 5 };
/** Generations of a tenant at a time in one process, so that no account keeps the others out. */
const AT_ONCE_PER_TENANT = 2;
const AT_ONCE = 16;
const RETRY_AFTER_SECONDS = 10;

/** Limits how much is generated, which takes long and costs money. */
@Injectable()
export class GenerationLimits {
  private readonly slots = new RunningSlots({
    perTenant: AT_ONCE_PER_TENANT,
    tenantIsBusy: () => slotsBusy('Espere o fim de outra geração desta conta.', RETRY_AFTER_SECONDS),
    inAll: AT_ONCE,
    allAreBusy: () => refusal('ServiceUnavailable', { erro: 'Há gerações demais em curso.' }),
  });

  constructor(private readonly minute: SlidingMinute) {}

  /**
   * Runs `work` with a place; its signal is aborted when the client has gone.
   * @throws Problem Throttling, ServiceUnavailable if the process generates as much as it may
   */
  async within<T>(tenantId: TenantId, response: Response, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const release = this.slots.acquire(tenantId);
    const gone = new AbortController();
    const onClose = () => gone.abort();
    response.once('close', onClose);
    try {
      applyCount(response, await this.minute.count(tenantId, [PER_TENANT]));
      return await work(gone.signal);
    } finally {
      response.off('close', onClose);
      release();
    }
  }
}
