import { webhookRetryDelay } from '#libs/core/outbound';
import type { SentWebhook } from './webhook-sender.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface TriedEndpoint {
  endpointId: string;
  address: string;
}

/** Whether an endpoint works, where that has changed. */
export interface EndpointState extends TriedEndpoint {
  works: boolean;
}

/** The outcome of a delivery. */
export interface WebhookOutcome {
  deliveryId: string;
  status: DeliveryStatus;
  error: string | null;
  retryAt: Date | null;
  /** The request that was made, and its number; absent without one. */
  attempt?: SentWebhook & { number: number };
  /** The endpoint, and the address at which it answered with 2xx for the first time. */
  proves?: TriedEndpoint;
  /** The endpoint, if it failed for the first time, or works again. */
  turns?: EndpointState;
}

/** The end of a job: complete or postponed. */
export interface HandledJob {
  /** The job's. */
  id: string;
  /** When it runs again; null for a complete job. */
  runAgainAt: Date | null;
  reason: string;
  outcome?: WebhookOutcome;
}

/** Outcome of a request: delivered, retried on the schedule, or failed after the last attempt of the schedule or for good. */
export function afterAttempt(jobId: string, deliveryId: string, earlier: number, sent: SentWebhook): HandledJob {
  const number = earlier + 1;
  const delayMs = sent.delivered || sent.isFinal ? undefined : webhookRetryDelay(number);
  const retryAt = delayMs === undefined ? null : new Date(Date.now() + Math.max(delayMs, sent.retryAfterMs ?? 0));
  const status = sent.delivered ? 'delivered' : retryAt ? 'pending' : 'failed';
  const outcome = { deliveryId, status, error: sent.error, retryAt, attempt: { ...sent, number } } as const;
  return { id: jobId, runAgainAt: retryAt, reason: sent.error ?? '', outcome };
}

/** A delivery that fails without a further request. */
export function failedUntried(jobId: string, deliveryId: string, error: string): HandledJob {
  return {
    id: jobId,
    runAgainAt: null,
    reason: error,
    outcome: { deliveryId, status: 'failed', error, retryAt: null },
  };
}

/** Nothing is left to do: an earlier run of the job recorded the outcome, or retention deleted the delivery. */
export function alreadyComplete(jobId: string): HandledJob {
  return { id: jobId, runAgainAt: null, reason: '' };
}

/** Runs the job again later, without an attempt. */
export function postponed(jobId: string, delayMs: number, reason: string): HandledJob {
  return { id: jobId, runAgainAt: new Date(Date.now() + delayMs), reason };
}

const LONGEST_TRIAL_DELAY_MS = 300_000;

/** The endpoint has not answered with 2xx yet and has had its share of this hour. Soon again at first: it may answer any moment. */
export function afterTrials(jobId: string, attempt: number, reason: string): HandledJob {
  const delayMs = Math.min(LONGEST_TRIAL_DELAY_MS, 1_000 * 2 ** Math.min(attempt - 1, 10)) * (0.75 + Math.random() / 2);
  return postponed(jobId, delayMs, reason);
}
