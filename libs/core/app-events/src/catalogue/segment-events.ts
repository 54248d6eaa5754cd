import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ID, TEXT, TEXT_OR_NULL } from './schemas.js';

/** Most contacts in one event. */
export const MAX_SEGMENT_MEMBERS = 100;

/** Contacts came into a segment that Platform keeps as a list, left it, or have another address. */
export const SEGMENT_MEMBERS_CHANGED = defineAppEvent({
  type: 'crm.segment.members-changed',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['segmentId', 'name', 'members'],
    properties: {
      segmentId: ID,
      name: TEXT,
      members: {
        type: 'array',
        maxItems: MAX_SEGMENT_MEMBERS,
        items: {
          type: 'object',
          required: ['contactId', 'email', 'name'],
          properties: {
            contactId: ID,
            /** The primary address; null for a contact that is no member, or has none. */
            email: TEXT_OR_NULL,
            name: TEXT_OR_NULL,
          },
        },
      },
    },
  },
  example: {
    segmentId: '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15',
    name: 'Clientes do Ceará',
    members: [{ contactId: 'cnt_0000000000000001', email: 'ana@example.test', name: 'Ana' }],
  },
});

/** A segment was deleted, or is to be a list no more. */
export const SEGMENT_LIST_ENDED = defineAppEvent({
  type: 'crm.segment.list-ended',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: { type: 'object', required: ['segmentId'], properties: { segmentId: ID } },
  example: { segmentId: '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15' },
});

export type SegmentMemberState = PayloadOf<typeof SEGMENT_MEMBERS_CHANGED>['members'][number];
