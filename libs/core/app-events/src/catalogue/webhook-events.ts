import { defineAppEvent } from './app-event-definition.js';
import { ID, TEXT, TIME } from './schemas.js';

/** A webhook of the tenant was switched off, because it failed for days. Destinations of the CRM are webhooks, too. */
export const WEBHOOK_DISABLED = defineAppEvent({
  type: 'platform.webhook.disabled',
  version: 1,
  from: ['platform', 'crm'],
  to: ['identity'],
  schema: {
    type: 'object',
    required: ['webhookId', 'host', 'failingSince'],
    properties: {
      webhookId: ID,
      /** Host of the webhook's URL. */
      host: TEXT,
      failingSince: TIME,
    },
  },
  example: { webhookId: 'whk_0000000000000001', host: 'hooks.example.test', failingSince: '2026-08-28T12:00:00.000Z' },
});
