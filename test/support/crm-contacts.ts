import { KeyRing, SecretBox, DataKey } from '#libs/core/secrets';
import type { TenantId } from '#libs/core/persistence';
import { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import { Activity } from '../../apps/crm/src/timeline/activity.entity.js';
import { toTimelineEntry } from '../../apps/crm/src/timeline/timeline.js';
import { ENCRYPTION_KEYS } from './app-stack.js';
import type { CrmStack } from './crm-stack.js';

const KEY_PURPOSE = 'crm.tenant-key';
const EVENT_PURPOSE = 'app-event';

/** Reads the timeline of a contact, oldest first; from the database, so that of a deleted contact, too. */
export async function timelineOf(stack: CrmStack, contactId: string) {
  const rows = await stack.sql<Record<string, unknown> & { tenant_id: TenantId; key: string; data_key: Buffer | null }>(
    `select activity.*, tenant_key.sealed as key, contact.data_key
     from activity join contact on contact.id = contact_id join tenant_key on tenant_key.tenant_id = activity.tenant_id
     where contact_id = $1 order by activity.id`,
    [contactId],
  );
  const secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
  return rows.map((row) => {
    const cipher = new TenantCipher(DataKey.fromBytes(secrets.openBytes(row.tenant_id, KEY_PURPOSE, row.key)));
    const key = row.data_key && cipher.openContactKey(contactId, row.data_key);
    const activity = { ...row, authorId: row['author_id'], createdAt: row['created_at'] } as unknown as Activity;
    const { type, data } = toTimelineEntry(activity, key);
    return { type, data };
  });
}

/** The events that wait for other apps, oldest first. The stack must run without a worker. */
export async function sentEventsOf(stack: CrmStack, tenantId: TenantId) {
  const rows = await stack.sql<{ payload: { type: string; to: string; sealed: string } }>(
    `select payload from outbox where tenant_id = $1 and kind = 'app-event.deliver' order by id`,
    [tenantId],
  );
  const secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
  return rows.map(({ payload: { type, to, sealed } }) => ({
    type,
    to,
    payload: JSON.parse(secrets.open(tenantId, EVENT_PURPOSE, sealed)) as unknown,
  }));
}
