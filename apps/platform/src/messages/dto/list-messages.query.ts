import { ArgsType } from '@nestjs/graphql';
import { pageQuery, QueryEnum, QueryPublicId, QueryText } from '#libs/core/http';
import type { Channel } from '../../channel.js';

const CHANNELS = ['email', 'sms', 'push'];

/** Every status that a message of some channel can have. */
export const STATUSES = [
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

/** The statuses that e-mails can have. */
export const EMAIL_STATUSES = ['queued', 'processing', 'sent', 'failed', 'bounced', 'complained', 'cancelled'];

/** The filters of messages beside status and channel. */
export interface MessageQuery {
  q?: string;
  tag?: string;
  campaign?: string;
  environment?: 'live' | 'test';
}

export const QueryQ = () =>
  QueryText({ max: 200, description: 'A part of the subject or of an address; % and _ are taken as they are.' });

export const QueryTag = () =>
  QueryText({
    max: 321,
    pattern: /^[^:]+:/,
    form: 'must be of the form key:value',
    description: 'Messages with this tag, as `key:value`.',
  });

export const QueryCampaign = () => QueryPublicId('cam', { description: 'Messages of this campaign.' });

export const QueryEnvironment = () =>
  QueryEnum(['live', 'test'], { description: 'Messages of live keys or of test keys; both unless given.' });

@ArgsType()
class HistoryFilters implements MessageQuery {
  @QueryEnum(STATUSES)
  status?: string;

  @QueryQ()
  q?: string;

  @QueryTag()
  tag?: string;

  @QueryCampaign()
  campaign?: string;

  @QueryEnvironment()
  environment?: 'live' | 'test';
}

@ArgsType()
export class HistoryQuery extends pageQuery(200, HistoryFilters) {}

@ArgsType()
export class ListMessagesFilters extends HistoryFilters {
  @QueryEnum(CHANNELS, { description: 'All of them unless given.' })
  channel?: Channel;
}

export class ListMessagesQuery extends pageQuery(200, ListMessagesFilters) {}

export class EmailHistoryQuery extends HistoryQuery {}
