import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ID, ID_OR_NULL, TEXT, TEXT_OR_NULL } from './schemas.js';

/** Most messages, or members of a list, in one event. */
export const MAX_REQUESTED_MESSAGES = 50;

/** Contacts have come to a step of a journey that sends a message. Platform sends each once, as one of the tenant's. */
export const MESSAGES_REQUESTED = defineAppEvent({
  type: 'crm.messages.requested',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['channel', 'content', 'messages'],
    properties: {
      channel: { type: 'string', enum: ['email', 'push'] },
      /** Content of all of them: a template, or texts. A push message has its title in `subject` and its body in `text`. */
      content: {
        type: 'object',
        required: ['templateId', 'subject', 'text', 'html', 'from', 'fromName', 'topic'],
        properties: {
          templateId: ID_OR_NULL,
          subject: TEXT_OR_NULL,
          text: TEXT_OR_NULL,
          html: TEXT_OR_NULL,
          /** Parts of the sender; null is an address of a verified domain, and the name of the tenant. */
          from: TEXT_OR_NULL,
          fromName: TEXT_OR_NULL,
          /** Topic of consent, by id or slug. */
          topic: ID_OR_NULL,
        },
      },
      messages: {
        type: 'array',
        maxItems: MAX_REQUESTED_MESSAGES,
        items: {
          type: 'object',
          required: ['id', 'contactId', 'address', 'origin', 'data'],
          properties: {
            /** The same for the same message, which is sent once. */
            id: ID,
            contactId: ID,
            /** E-mail address, or the topic that the person's devices follow. */
            address: TEXT,
            /** Enrollment and number in it, as reports name them. */
            origin: ID,
            /** Variables of the template, as JSON. */
            data: TEXT,
          },
        },
      },
    },
  },
  example: {
    channel: 'email',
    content: {
      templateId: 'tpl_0000000000000001',
      subject: null,
      text: null,
      html: null,
      from: 'ola@example.test',
      fromName: 'Clareira',
      topic: null,
    },
    messages: [
      {
        id: '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15',
        contactId: 'cnt_0000000000000001',
        address: 'ana@example.test',
        origin: '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c14/3',
        data: '{"nome":"Ana"}',
      },
    ],
  },
});

/** Contacts have come to a step of a journey that puts them on a list. */
export const LIST_JOINED = defineAppEvent({
  type: 'crm.list.joined',
  version: 1,
  from: ['crm'],
  to: ['platform'],
  schema: {
    type: 'object',
    required: ['list', 'members'],
    properties: {
      /** Id or slug. */
      list: ID,
      members: {
        type: 'array',
        maxItems: MAX_REQUESTED_MESSAGES,
        items: {
          type: 'object',
          required: ['email', 'name', 'origin'],
          properties: { email: TEXT, name: TEXT_OR_NULL, origin: ID },
        },
      },
    },
  },
  example: {
    list: 'boletim',
    members: [{ email: 'ana@example.test', name: 'Ana', origin: '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c14/4' }],
  },
});

export type RequestedMessages = PayloadOf<typeof MESSAGES_REQUESTED>;

export type JoinedList = PayloadOf<typeof LIST_JOINED>;
