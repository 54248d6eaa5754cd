import type { TenantId } from '#libs/core/persistence';

const PREFIX = 'topic:';

/** How a message to a topic names its recipient. */
export function topicRecipient(topic: string): string {
  return `${PREFIX}${topic}`;
}

/** The topic that a recipient stands for; undefined for a device. */
export function topicOf(recipient: string): string | undefined {
  return recipient.startsWith(PREFIX) ? recipient.slice(PREFIX.length) : undefined;
}

/**
 * The name of a tenant's topic at FCM. At the account that all tenants share, the tenant's id stands before it: an id
 * contains no dot, so two tenants never have the same name.
 */
export function topicAtFcm(tenantId: TenantId, topic: string, hasOwnAccount: boolean): string {
  return hasOwnAccount ? topic : `${tenantId}.${topic}`;
}
