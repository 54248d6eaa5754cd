import { pageQuery, QueryEnum } from '#libs/core/http';
import {
  EMAIL_STATUSES,
  QueryCampaign,
  QueryEnvironment,
  QueryQ,
  QueryTag,
  type MessageQuery,
} from '../../messages/dto/list-messages.query.js';

export class ListEmailsQuery extends pageQuery(200) implements MessageQuery {
  @QueryEnum(EMAIL_STATUSES)
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
