import { QueryEnum, QueryText } from '#libs/http';
import {
  QueryCampaign,
  QueryEnvironment,
  QueryQ,
  QueryTag,
  STATUSES,
  type MessageQuery,
} from '../dto/list-messages.query.js';
import { CHANNELS, type Channel } from '../message.js';

export class ExportMessagesQuery implements MessageQuery {
  @QueryEnum(['ndjson', 'csv'], { default: 'ndjson' })
  format: 'ndjson' | 'csv';

  @QueryEnum(CHANNELS, { description: 'All that the credential may read unless given.' })
  channel?: Channel;

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

  @QueryText({
    max: 20,
    pattern: /^(?:msg|sms|psh)_[0-9a-f]{16}$/,
    form: 'must be the id of a message',
    description: 'The last message of a file that broke off, or of the last export: this one begins after it.',
  })
  after?: string;
}
