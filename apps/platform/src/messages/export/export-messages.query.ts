import { QueryEnum, QueryText } from '#libs/core/http';
import {
  QueryCampaign,
  QueryEnvironment,
  QueryFrom,
  QueryQ,
  QueryRecipient,
  QueryTag,
  QueryTemplate,
  QueryTo,
  STATUSES,
  type MessageQuery,
} from '../dto/list-messages.query.js';
import { CHANNELS, type Channel } from '../../channel.js';

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

  @QueryRecipient()
  recipient?: string;

  @QueryTemplate()
  template?: string;

  @QueryFrom()
  from?: string;

  @QueryTo()
  to?: string;

  @QueryText({
    max: 500,
    pattern: /^[\w-]+$/,
    form: 'must be a cursor of an export, or the id of a message',
    description:
      'X-Export-Cursor of the last file, for what came since; or the last message of a file that broke off, for what it lacks.',
  })
  after?: string;
}
