import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { isId } from '#libs/core/persistence';
import { WebhooksService } from './webhooks.service.js';

/** The endpoint that `:id` names. The id of a delivery beside it must be well formed. */
export const KnownWebhook = knownBy(WebhooksService, async (webhooks, { id = '', delivery }) => {
  if (delivery !== undefined && !isId('whd', delivery)) return null;
  return webhooks.find(currentTenantId(), id);
});
