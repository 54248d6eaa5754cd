import { PageLimit, QueryEnum, QueryInteger, QueryText } from '#libs/http';
import type { Channel } from '../message.js';

const CHANNELS = ['email', 'sms', 'push'];

/** Every status that a message of some channel can have. */
const STATUSES = [
  'queued',
  'processing',
  'sending',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'bounced',
  'complained',
  'cancelled',
];

class HistoryQuery {
  @QueryEnum(STATUSES)
  status?: string;

  @QueryText({ max: 200, description: 'A part of the subject or of an address; % and _ are taken as they are.' })
  q?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}

export class ListMessagesQuery extends HistoryQuery {
  @QueryEnum(CHANNELS, { description: 'All of them unless given.' })
  channel?: Channel;
}

export class EmailHistoryQuery extends HistoryQuery {}
