import { ArgsType } from '@nestjs/graphql';
import { pageQuery, QueryEnum, QueryText } from '#libs/http';
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

@ArgsType()
export class HistoryQuery extends pageQuery(200) {
  @QueryEnum(STATUSES)
  status?: string;

  @QueryText({ max: 200, description: 'A part of the subject or of an address; % and _ are taken as they are.' })
  q?: string;
}

export class ListMessagesQuery extends HistoryQuery {
  @QueryEnum(CHANNELS, { description: 'All of them unless given.' })
  channel?: Channel;
}

export class EmailHistoryQuery extends HistoryQuery {}
