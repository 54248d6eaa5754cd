import type { JobKind, Jobs } from '#libs/core/jobs';
import type { OutboundResult } from '#libs/core/outbound';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import type { WebhookTables } from './webhook-tables.js';

/** Payload of the job that delivers. */
export interface DeliverWebhook {
  deliveryId: string;
}

/** The kinds of jobs with that payload, one an app. */
export type WebhookJob = { [Kind in JobKind]: Jobs[Kind] extends DeliverWebhook ? Kind : never }[JobKind];

/** Texts that deliveries show, in the language of the app. */
export interface WebhookTexts {
  removed: string;
  disabled: string;
  /** The endpoint has not answered with 2xx yet, and gets so many deliveries an hour until then. */
  unproven: (anHour: number) => string;
  status: (status: number) => string;
  redirect: (status: number) => string;
  unanswered: (failure: Extract<OutboundResult, { answered: false }>) => string;
}

/** Parts of the machine that differ between apps. */
export abstract class WebhookOptions {
  abstract readonly tables: WebhookTables;
  abstract readonly job: WebhookJob;
  abstract readonly texts: WebhookTexts;
  /** For how long a job is leased. An attempt ends within it, or another worker would repeat it. */
  abstract readonly jobLeaseMs: number;
  /** Days of failures, without one success, after which an endpoint is switched off. */
  abstract readonly disableAfterDays: number;

  /** Takes note of deliveries that a transaction enqueues, or records an outcome of. */
  changed(_tx: SqlExecutor, _tenantId: TenantId, _deliveryIds: readonly string[]): void {}
}

export const ENGLISH: WebhookTexts = {
  removed: 'The webhook was removed',
  disabled: 'The webhook is disabled',
  unproven: (anHour) => `The endpoint has not answered with 2xx yet: it gets ${anHour} deliveries an hour until then`,
  status: (status) => `The answer was ${status}`,
  redirect: (status) => `The answer was ${status}; redirects are not followed`,
  unanswered: ({ message }) => message,
};
