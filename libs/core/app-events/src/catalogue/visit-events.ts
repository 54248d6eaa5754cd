import { defineAppEvent, type PayloadOf } from './app-event-definition.js';
import { ID, TIME } from './schemas.js';

/** Most visits in one event. */
export const MAX_REPORTED_VISITS = 100;

/** Longest name of an event of a page. */
const NAME_LENGTH = 200;

/** Visitors with consent, who have sent a lead, viewed pages or did what pages count. It has no personal data. */
export const VISITS_REPORTED = defineAppEvent({
  type: 'pages.visits.reported',
  version: 1,
  from: ['runtime'],
  to: ['crm'],
  schema: {
    type: 'object',
    required: ['visits'],
    properties: {
      visits: {
        type: 'array',
        maxItems: MAX_REPORTED_VISITS,
        items: {
          type: 'object',
          required: ['leadId', 'name', 'pageId', 'count', 'occurredAt'],
          properties: {
            /** The newest lead of the visitor. */
            leadId: ID,
            /** Name that the page gives the event; `visualizacao` for a view. */
            name: { type: 'string', minLength: 1, maxLength: NAME_LENGTH },
            /** Id of the page or of the pixel. */
            pageId: ID,
            /** How often; equal ones of a moment are one. */
            count: { type: 'integer' },
            /** The last one. */
            occurredAt: TIME,
          },
        },
      },
    },
  },
  example: {
    visits: [
      {
        leadId: 'led_0000000000000001',
        name: 'baixou_catalogo',
        pageId: 'pag_0000000000000001',
        count: 1,
        occurredAt: '2026-08-28T12:00:00.000Z',
      },
    ],
  },
});

export type ReportedVisit = PayloadOf<typeof VISITS_REPORTED>['visits'][number];
