import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import { EndpointSlots, type SlotLimits } from './endpoint-slots.js';
import type { DeliveryTarget, PendingDelivery } from './webhook-delivery.repository.js';
import { afterAttempt, failedUntried, postponed, type HandledJob } from './webhook-outcome.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** Endpoints that hang take at most half of what a process can do at once, all of them together. */
const LIMITS: SlotLimits = { perEndpoint: 16, unresponsive: 12 };
const MAX_WAIT_MS = 5_000;
const BUSY_DELAY_MS = 1_000;
const UNRESPONSIVE_DELAY_MS = 30_000;

/** Makes an attempt of a delivery when its endpoint has a free slot. */
@Injectable()
export class WebhookAttempts {
  private readonly slots = new EndpointSlots(LIMITS);
  private readonly waitMs: number;

  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    { jobLeaseMs }: PlatformConfig,
  ) {
    this.waitMs = Math.min(MAX_WAIT_MS, jobLeaseMs / 6);
  }

  async make(tenantId: TenantId, jobId: string, delivery: PendingDelivery): Promise<HandledJob> {
    const { id, endpointId, target } = delivery;
    if (!target) return failedUntried(jobId, id, 'The webhook was removed');
    if (!target.active) return failedUntried(jobId, id, 'The webhook is disabled');
    if (!(await this.slots.acquire(endpointId, this.waitMs))) return this.later(jobId, endpointId);
    let answered: boolean | undefined;
    try {
      const handled = await this.send(tenantId, jobId, delivery, target);
      answered = handled.outcome?.attempt?.answered;
      return handled;
    } finally {
      this.slots.release(endpointId, answered);
    }
  }

  private async send(
    tenantId: TenantId,
    jobId: string,
    { id, eventId, eventType, payload, attempts }: PendingDelivery,
    target: DeliveryTarget,
  ): Promise<HandledJob> {
    const stopping = () => postponed(jobId, 0, 'The worker was stopping');
    if (this.sender.stopping) return stopping();
    const secrets = this.secrets.signing(tenantId, target, new Date());
    const sent = await this.sender.send({ url: target.url, secrets, eventId, eventType, payload });
    return sent ? afterAttempt(jobId, id, attempts, sent) : stopping();
  }

  /** At random times, so that postponed deliveries do not come back all at once. */
  private later(jobId: string, endpointId: string): HandledJob {
    const unresponsive = this.slots.isUnresponsive(endpointId);
    const delayMs = (unresponsive ? UNRESPONSIVE_DELAY_MS : BUSY_DELAY_MS) * (1 + 2 * Math.random());
    return postponed(jobId, delayMs, unresponsive ? 'The endpoint does not answer' : 'The endpoint is busy');
  }
}
