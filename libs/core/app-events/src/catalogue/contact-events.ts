import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ID, TEXT } from './schemas.js';

/** Most changes in one event. */
export const MAX_CONTACT_CHANGES = 500;

/** A lead became a contact. */
export const CONTACT_PROMOTED = defineAppEvent({
  type: 'crm.contact.promoted',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: { type: 'object', required: ['contactId'], properties: { contactId: ID } },
  example: { contactId: 'cnt_0000000000000001' },
});

/** Contacts were created, changed or deleted. It has no personal data. */
export const CONTACTS_CHANGED = defineAppEvent({
  type: 'crm.contacts.changed',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['changes'],
    properties: {
      changes: {
        type: 'array',
        maxItems: MAX_CONTACT_CHANGES,
        items: {
          type: 'object',
          required: ['kind', 'contactId', 'fields'],
          properties: {
            kind: { type: 'string', enum: ['created', 'updated', 'deleted'] },
            contactId: ID,
            /** The changed fields, as the CRM's API names them; empty for a contact that was created or deleted. */
            fields: { type: 'array', items: TEXT },
          },
        },
      },
    },
  },
  example: { changes: [{ kind: 'updated', contactId: 'cnt_0000000000000001', fields: ['nome'] }] },
});

/** A change of a contact of the CRM. */
export type ContactChange = PayloadOf<typeof CONTACTS_CHANGED>['changes'][number];
