import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';

/** What feedback needs to know of the e-mail that it is about. */
export interface KnownMessage {
  id: string;
  sender: string;
  recipient: string;
}

/** The e-mail, held until the transaction ends; undefined for one that is not the tenant's, or is gone. */
export async function holdMessage(
  tx: EntityManager,
  tenantId: TenantId,
  id: string,
): Promise<KnownMessage | undefined> {
  const [row] = await tx.query<KnownMessage[]>(
    `select id, sender, recipient from message where tenant_id = $1 and id = $2 and channel = 'email' for update`,
    [tenantId, id],
  );
  return row;
}
