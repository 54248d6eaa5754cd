import { ArgsType } from '@nestjs/graphql';
import { pageQuery, QueryEnum, QueryPublicId, QueryText, QueryTimestamp } from '#libs/core/http';
import type { Channel } from '../../channel.js';
import type { FurtherFilter } from '../further-filter.sql.js';

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

/** The filters of messages beside the channel. */
export interface MessageQuery {
  status?: string;
  /** A part of the subject or of an address. */
  q?: string;
  /** `key:value` */
  tag?: string;
  campaign?: string;
  environment?: 'live' | 'test';
  /** A whole address. */
  recipient?: string;
  /** Id of a template. */
  template?: string;
  /** Accepted from this time on. */
  from?: string;
  /** Accepted before this time. */
  to?: string;
  /** Filters that only clients of other services ask for. */
  further?: FurtherFilter;
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

export const QueryRecipient = () =>
  QueryText({
    max: 500,
    description:
      'Messages to this whole address, number, device or topic (`topic:<name>`); an address as it was given to the send, or ' +
      'in lower case.',
  });

export const QueryTemplate = () => QueryPublicId('tpl', { description: 'Messages that were made from this template.' });
export const QueryFrom = () => QueryTimestamp({ description: 'Accepted from this time on.' });
export const QueryTo = () => QueryTimestamp({ description: 'Accepted before this time.' });

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

  @QueryRecipient()
  recipient?: string;

  @QueryTemplate()
  template?: string;

  @QueryFrom()
  from?: string;

  @QueryTo()
  to?: string;
}

export class ListMessagesQuery extends pageQuery(200, ListMessagesFilters) {}

export class EmailHistoryQuery extends HistoryQuery {}
