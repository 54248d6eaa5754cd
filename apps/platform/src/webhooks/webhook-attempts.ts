import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import { EndpointTurns, type TurnLimits } from './endpoint-turns.js';
import { afterAttempt, postponed, refused, type HandledJob } from './webhook-outcome.js';
import type { DeliveryTarget, PendingDelivery } from './webhook-outcome.repository.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';

/** Endpoints that hang together take at most half of what a process can do at once. */
const TURNS: TurnLimits = { perEndpoint: 16, unanswered: 12 };
const LONGEST_WAIT_MS = 5_000;
const BUSY_MS = 1_000;
const SILENT_MS = 30_000;

/** Makes an attempt of a delivery when it is its endpoint's turn. */
@Injectable()
export class WebhookAttempts {
  private readonly turns = new EndpointTurns(TURNS);
  private readonly waitMs: number;

  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    { jobLeaseMs }: PlatformConfig,
  ) {
    this.waitMs = Math.min(LONGEST_WAIT_MS, jobLeaseMs / 6);
  }

  async make(tenantId: TenantId, jobId: string, delivery: PendingDelivery): Promise<HandledJob> {
    const { id, endpointId, target } = delivery;
    if (!target) return refused(jobId, id, 'The webhook was removed');
    if (!target.active) return refused(jobId, id, 'The webhook is disabled');
    if (!(await this.turns.take(endpointId, this.waitMs))) return this.later(jobId, endpointId);
    let answered: boolean | undefined;
    try {
      const handled = await this.send(tenantId, jobId, delivery, target);
      answered = handled.outcome?.attempt?.answered;
      return handled;
    } finally {
      this.turns.giveBack(endpointId, answered);
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

  /** At random times, so that those who wait do not come back all at once. */
  private later(jobId: string, endpointId: string): HandledJob {
    const silent = this.turns.isSilent(endpointId);
    const delayMs = (silent ? SILENT_MS : BUSY_MS) * (1 + 2 * Math.random());
    return postponed(jobId, delayMs, silent ? 'The endpoint does not answer' : 'The endpoint is busy');
  }
}
