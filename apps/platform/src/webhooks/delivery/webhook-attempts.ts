import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { EndpointSlots, type SlotLimits } from './endpoint-slots.js';
import type { DeliveryTarget, PendingDelivery } from './webhook-delivery.repository.js';
import { afterAttempt, failedUntried, postponed, type HandledJob } from './webhook-outcome.js';
import { WebhookSecrets } from '../webhook-secrets.js';
import { type SentWebhook, WebhookSender } from './webhook-sender.js';

/** Unresponsive endpoints together use at most half of the slots of a process. */
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
    const { id, endpointId, target, attempts } = delivery;
    if (!target) return failedUntried(jobId, id, 'The webhook was removed');
    if (!target.active) return failedUntried(jobId, id, 'The webhook is disabled');
    const hasSlot = this.slots.tryAcquire(endpointId) || (await this.slots.acquire(endpointId, this.waitMs));
    if (!hasSlot) return this.later(jobId, endpointId);
    let sent: SentWebhook | undefined;
    try {
      sent = await this.send(tenantId, delivery, target);
    } finally {
      this.slots.release(endpointId, sent?.answered);
    }
    if (!sent) return postponed(jobId, 0, 'The worker was stopping');
    const handled = afterAttempt(jobId, id, attempts, sent);
    if (!handled.outcome) return handled;
    const { url, proven, failingSince } = target;
    if (sent.delivered && !proven) handled.outcome.proves = { endpointId, url };
    const works = sent.delivered;
    if (works === (failingSince !== null)) handled.outcome.turns = { endpointId, url, works };
    return handled;
  }

  /** Undefined if the worker is stopping. */
  private send(
    tenantId: TenantId,
    { eventId, eventType, payload }: PendingDelivery,
    target: DeliveryTarget,
  ): Promise<SentWebhook | undefined> | undefined {
    if (this.sender.stopping) return undefined;
    const secrets = this.secrets.signing(tenantId, target, new Date());
    return this.sender.send({ url: target.url, secrets, eventId, eventType, payload });
  }

  /** Random, so that postponed deliveries do not all run at the same time. */
  private later(jobId: string, endpointId: string): HandledJob {
    const unresponsive = this.slots.isUnresponsive(endpointId);
    const delayMs = (unresponsive ? UNRESPONSIVE_DELAY_MS : BUSY_DELAY_MS) * (1 + 2 * Math.random());
    return postponed(jobId, delayMs, unresponsive ? 'The endpoint does not answer' : 'The endpoint is busy');
  }
}
