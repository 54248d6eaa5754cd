import { many, type SqlExecutor, type TenantId } from '#libs/persistence';
import type { ConsentChannel } from './consent.js';

/** The newest change of each channel that counts. */
const CURRENT = `
  select distinct on (contact_id, channel) contact_id as "contactId", channel, granted
  from consent_change where tenant_id = $1 and contact_id = any($2) and not is_void
  order by contact_id, channel, id desc`;

export interface CurrentConsent {
  contactId: string;
  channel: ConsentChannel;
  granted: boolean;
}

/** What counts for these contacts; channels without a record are absent. */
export async function listCurrentConsent(
  tx: SqlExecutor,
  tenantId: TenantId,
  contactIds: readonly string[],
): Promise<CurrentConsent[]> {
  return many(tx, CURRENT, [tenantId, [...contactIds]]);
}
