import { CONFIRMATION_LINK_MS } from '#libs/messaging/confirmation';
import type { Lead } from '../lead.entity.js';

/** The kind of job that asks by e-mail for a confirmation; an app that keeps leads declares it among its jobs. */
export const ASK_CONFIRMATION_JOB = 'lead.ask-confirmation';

declare module '#libs/core/jobs' {
  interface Jobs {
    [ASK_CONFIRMATION_JOB]: { leadId: string };
  }
}

/** How far the confirmation of a lead is, as the API calls it. */
export const CONFIRMATION_STATES = ['pendente', 'confirmada', 'expirada'] as const;

export type ConfirmationState = (typeof CONFIRMATION_STATES)[number];

/** Null if the form asks for none. */
export function confirmationState(
  lead: Pick<Lead, 'confirmationAskedAt' | 'confirmationSentAt' | 'confirmedAt'>,
  now = Date.now(),
): ConfirmationState | null {
  if (lead.confirmedAt) return 'confirmada';
  if (!lead.confirmationAskedAt) return null;
  const { confirmationSentAt: sent } = lead;
  return sent && now - sent.getTime() > CONFIRMATION_LINK_MS ? 'expirada' : 'pendente';
}
