import { currentTenantId } from '#libs/auth';
import { knownBy } from '#libs/http';
import { isId } from '#libs/persistence';
import { WebhooksService } from './webhooks.service.js';

/** The endpoint that `:id` names. The id of a delivery beside it must be well formed. */
export const KnownWebhook = knownBy(WebhooksService, async (webhooks, { id = '', delivery }) => {
  if (delivery !== undefined && !isId('whd', delivery)) return null;
  return webhooks.find(currentTenantId(), id);
});
