import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { EndpointSlots, type SlotLimits } from './endpoint-slots.js';
import { afterAttempt, failedUntried, postponed, type HandledJob } from './webhook-outcome.js';
import { WebhookOptions } from './webhook-options.js';
import { type SentWebhook, WebhookSender } from './webhook-sender.js';
import type { DeliveryTarget, PendingDelivery } from './webhook-store.js';
import { type RefusedDelivery, WebhookTransport } from './webhook-transport.js';

/** Unresponsive endpoints together use at most half of the slots of a process. */
const LIMITS: SlotLimits = { perEndpoint: 16, unresponsive: 12 };
const MAX_WAIT_MS = 5_000;
const BUSY_DELAY_MS = 1_000;
const UNRESPONSIVE_DELAY_MS = 30_000;

/** Makes attempts of deliveries, each when its endpoint has a free slot. */
@Injectable()
export class WebhookAttempts {
  private readonly slots = new EndpointSlots(LIMITS);
  private readonly waitMs: number;

  constructor(
    private readonly transport: WebhookTransport,
    private readonly sender: WebhookSender,
    private readonly options: WebhookOptions,
  ) {
    this.waitMs = Math.min(MAX_WAIT_MS, options.jobLeaseMs / 6);
  }

  /** The end of a delivery whose endpoint gets no requests any more; undefined if there is to be an attempt. */
  withoutTarget(jobId: string, { id, target }: PendingDelivery): HandledJob | undefined {
    const { texts } = this.options;
    if (!target) return failedUntried(jobId, id, texts.removed);
    return target.active ? undefined : failedUntried(jobId, id, texts.disabled);
  }

  /** Calls `begin` once: with a slot, which `make` releases, or without one when none came free in time. */
  whenFree({ endpointId }: PendingDelivery, begin: (hasSlot: boolean) => void): void {
    this.slots.whenFree(endpointId, this.waitMs, begin);
  }

  /** Makes the attempt in the slot that the delivery has. */
  async make(
    tenantId: TenantId,
    jobId: string,
    delivery: PendingDelivery,
    target: DeliveryTarget,
  ): Promise<HandledJob> {
    const { id, endpointId, attempts } = delivery;
    let sent: SentWebhook | RefusedDelivery | undefined;
    try {
      sent = this.sender.stopping ? undefined : await this.transport.send(tenantId, delivery, target);
    } finally {
      this.slots.release(endpointId, sent && 'answered' in sent ? sent.answered : undefined);
    }
    if (!sent) return postponed(jobId, 0, 'The worker was stopping');
    if ('refused' in sent) return failedUntried(jobId, id, sent.refused);
    const handled = afterAttempt(jobId, id, attempts, sent);
    if (!handled.outcome) return handled;
    const { address, proven, failingSince } = target;
    if (sent.delivered && !proven) handled.outcome.proves = { endpointId, address };
    const works = sent.delivered;
    if (works === (failingSince !== null)) handled.outcome.turns = { endpointId, address, works };
    return handled;
  }

  /** Postpones a delivery that got no slot. Random, so that postponed deliveries do not all run at the same time. */
  later(jobId: string, { endpointId }: PendingDelivery): HandledJob {
    const unresponsive = this.slots.isUnresponsive(endpointId);
    const delayMs = (unresponsive ? UNRESPONSIVE_DELAY_MS : BUSY_DELAY_MS) * (1 + 2 * Math.random());
    return postponed(jobId, delayMs, unresponsive ? 'The endpoint does not answer' : 'The endpoint is busy');
  }
}
