import { defineAppEvent } from './app-event-definition.js';
import { ID, TEXT } from './schemas.js';

/** A tenant is deleted for good: every app removes all that it has of it. */
export const TENANT_DELETED = defineAppEvent({
  type: 'identity.tenant.deleted',
  version: 1,
  from: ['identity'],
  to: ['platform', 'mail', 'pages', 'crm'],
  schema: { type: 'object', required: ['removalId'], properties: { removalId: ID } },
  example: { removalId: 'rem_0000000000000001' },
});

/**
 * An app has removed all that it had of a deleted tenant. The runtime may deliver it for Pages, with which it shares an
 * outbox.
 */
export const TENANT_REMOVED = defineAppEvent({
  type: 'tenant.removed',
  version: 1,
  from: ['platform', 'mail', 'pages', 'crm'],
  to: ['identity'],
  schema: {
    type: 'object',
    required: ['app', 'removalId', 'rows'],
    properties: {
      app: TEXT,
      removalId: ID,
      /** How many rows, by table. */
      rows: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    },
  },
  example: { app: 'crm', removalId: 'rem_0000000000000001', rows: { contact: 3 } },
});
