import { RelayWakeup } from '#libs/core/jobs';
import { waitUntil } from '#libs/test/testing';
import type { CrmStack, CrmTenant } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';

/** A delivery as the API shows it. */
export interface ShownDelivery {
  id: string;
  evento: string;
  evento_id: string;
  teste: boolean;
  estado: string;
  codigo: number | null;
  tentativas: number;
  erro: string | null;
  resposta: string | null;
  criado_em: string;
  ultima_tentativa_em: string | null;
  proxima_tentativa_em: string | null;
}

/** Waits until the newest delivery at a path fulfils a condition. */
export function waitForDelivery(
  client: HttpClient,
  path: string,
  isReached: (delivery: ShownDelivery) => boolean,
  what = 'a delivery',
): Promise<ShownDelivery> {
  return waitUntil(
    async () => {
      const { body } = await client.get(`${path}/entregas`);
      return (body.entregas as ShownDelivery[]).find(isReached);
    },
    { timeoutMs: 15_000, what },
  );
}

/** Makes a tenant's scheduled jobs due now. */
export async function makeDue(stack: CrmStack, tenant: CrmTenant): Promise<void> {
  await stack.sql('update outbox set available_at = now() where tenant_id = $1 and available_at > now()', [tenant.id]);
  stack.app.get(RelayWakeup, { strict: false }).wake();
}

/** Waits until a tenant has no job of the kinds that bring a lead to its destinations. */
export async function waitForRest(stack: CrmStack, tenant: CrmTenant): Promise<void> {
  const jobs = `select from outbox where tenant_id = $1 and kind in ('lead.captured', 'destination.deliver') and available_at <= now()`;
  await waitUntil(async () => (await stack.sql(jobs, [tenant.id])).length === 0, { timeoutMs: 20_000 });
}
