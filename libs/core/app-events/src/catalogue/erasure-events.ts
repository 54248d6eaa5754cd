import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ID, ID_OR_NULL, TEXT } from './schemas.js';

/** A request to erase a contact waits for a decision of the tenant's admins. */
export const ERASURE_REQUESTED = defineAppEvent({
  type: 'crm.erasure.requested',
  version: 1,
  from: ['crm'],
  to: ['identity'],
  schema: { type: 'object', required: ['requestId'], properties: { requestId: ID } },
  example: { requestId: 'era_0000000000000001' },
});

/** A contact was erased for good. The payload is the last place that has its addresses. */
export const CONTACT_ERASED = defineAppEvent({
  type: 'crm.contact.erased',
  version: 1,
  from: ['crm'],
  to: ['platform', 'pages', 'mail'],
  schema: {
    type: 'object',
    required: ['contactId', 'requestId', 'emails', 'phones', 'leadIds'],
    properties: {
      contactId: ID,
      /** The request that was approved; null if the retention of the account erased the contact. */
      requestId: ID_OR_NULL,
      emails: { type: 'array', items: TEXT },
      /** E.164. */
      phones: { type: 'array', items: TEXT },
      /** The leads of Pages that the contact came from. */
      leadIds: { type: 'array', items: ID },
      /** Addresses and numbers that another contact has, too: its consent stays as it is. */
      heldElsewhere: { type: 'array', items: TEXT },
    },
  },
  example: {
    contactId: 'cnt_0000000000000001',
    requestId: null,
    emails: ['ana@example.test'],
    phones: ['+5511999990000'],
    leadIds: ['led_0000000000000001'],
    heldElsewhere: ['ana@example.test'],
  },
});

/** A contact whose data every app erases, and all by which an app finds them. */
export type ErasedContact = PayloadOf<typeof CONTACT_ERASED>;
