import { LOST_LEASES_MAX } from '#libs/core/jobs';
import { waitUntil } from '#libs/test/testing';

interface Stack {
  sql(text: string, values?: unknown[]): Promise<object[]>;
}

/** Waits until a tenant's only job of a kind has failed once, and has it lose its worker for the last time: so the next claim finds it. */
export async function loseWorkers(stack: Stack, tenantId: string, kind: string): Promise<void> {
  await waitUntil(
    async () => {
      const lost = await stack.sql(
        `update outbox set lost_leases = $3, lease = gen_random_uuid(), leased_until = now() - interval '1 second',
                available_at = now(), due = true
          where tenant_id = $1 and kind = $2 and failures > 0 and handed_at is null returning id`,
        [tenantId, kind, LOST_LEASES_MAX - 1],
      );
      return lost.length === 1;
    },
    { what: `a failure of the job ${kind}` },
  );
}
