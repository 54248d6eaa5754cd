import { v7 } from 'uuid';
import { SERVICE_SECRET } from './app-stack.js';
import type { Answer } from './http-client.js';
import type { CrmStack, CrmTenant } from './crm-stack.js';

export const EVENT_BATCH_PATH = '/internal/events/batch';

interface SentEvent {
  /** Made up if absent. */
  id?: string | undefined;
  occurredAt: string;
  payload: object;
}

/** Sends events to the CRM as another app does, several at once. */
export async function sendEventBatch(
  stack: CrmStack,
  tenant: Pick<CrmTenant, 'id'>,
  { type, from }: { type: string; from: string },
  sent: readonly SentEvent[],
): Promise<Answer> {
  const events = sent.map(({ id = v7(), ...event }) => ({ id, ...event }));
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  return sender.post(EVENT_BATCH_PATH, { type, tenantId: tenant.id, from, events });
}
