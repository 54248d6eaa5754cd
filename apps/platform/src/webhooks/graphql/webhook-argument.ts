import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { WebhooksService } from '../webhooks.service.js';

/** The endpoint that the argument `id` names. */
export const WebhookArgument = knownArgument('id', WebhooksService, (webhooks, id) =>
  webhooks.find(currentTenantId(), id),
);
