import type { EntityManager } from 'typeorm';
import { mailSandboxOutcome } from '#libs/email';
import type { TenantId } from '#libs/persistence';

/** What feedback needs to know of the e-mail that it is about. */
export interface KnownMessage {
  id: string;
  sender: string;
  recipient: string;
  environment: 'live' | 'test';
}

/** The e-mail, held until the transaction ends; undefined for one that is not the tenant's, or is gone. */
export async function holdMessage(
  tx: EntityManager,
  tenantId: TenantId,
  id: string,
): Promise<KnownMessage | undefined> {
  const [row] = await tx.query<KnownMessage[]>(
    `select id, sender, recipient, environment from message where tenant_id = $1 and id = $2 and channel = 'email' for update`,
    [tenantId, id],
  );
  return row;
}

/**
 * Whether what comes back for an e-mail may suppress its recipient. The sandbox's recipients bounce, complain and
 * unsubscribe each time anew: a suite that runs twice finds the same twice.
 */
export function canBeSuppressed({ environment, recipient }: KnownMessage): boolean {
  return environment === 'live' || mailSandboxOutcome(recipient) === undefined;
}
