import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import {
  Flag,
  FreeObject,
  MayBeAbsent,
  MayBeNull,
  pageQuery,
  PublicId,
  QueryEnum,
  Text,
  TextList,
  TextMap,
  Timestamp,
  QueryText,
} from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign.js';
import { TOPIC_NAME } from '../../topics/topic.js';

const ADDRESS_MAX = 1_000;
const PART_MAX = 300_000;
const SUBJECT_MAX = 998;
const NAME_MAX = 200;
const DATA_MAX_BYTES = 262_144;

/** The optional fields of a draft; null removes a part. */
class CampaignParts {
  @MayBeAbsent()
  @MayBeNull()
  @PublicId('tpl', { description: 'A template of e-mail, in place of Subject, Html and Text.' })
  TemplateId?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    min: 1,
    max: 100,
    pattern: TOPIC_NAME,
    form: 'must be the id or the slug of a topic',
    example: 'product-news',
    description: 'The topic that it is of, by its id or slug; its list when absent or null.',
  })
  TopicId?: string | null;

  @MayBeAbsent()
  @FreeObject({
    maxBytes: DATA_MAX_BYTES,
    description: 'Filled in for each contact; attributes of the contact override it.',
  })
  TemplateData?: Record<string, unknown>;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: SUBJECT_MAX, example: 'News for {{ name | default: "you" }}' })
  Subject?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX, description: 'Variables are escaped.' })
  Html?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX })
  Text?: string | null;

  @MayBeAbsent()
  @TextList({ max: 10, itemMax: ADDRESS_MAX })
  ReplyToAddresses?: string[];

  @MayBeAbsent()
  @Flag({ description: 'As the account has set, when absent.' })
  TrackOpens?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'As the account has set, when absent.' })
  TrackClicks?: boolean;

  @MayBeAbsent()
  @TextMap({ max: 20, keyMax: 64, valueMax: 256, description: 'Kept with each message, never sent.' })
  Tags?: Record<string, string>;
}

@GraphqlInput('CreateCampaignInput')
export class CreateCampaignRequest extends CampaignParts {
  @Text({ min: 1, max: NAME_MAX, example: 'November' })
  Name: string;

  @PublicId('lst', { description: 'The list it goes to.' })
  ListId: Id<'lst'>;

  @Text({
    min: 1,
    max: ADDRESS_MAX,
    example: 'Shop <news@demo.test>',
    description: 'The sender, on a verified domain.',
  })
  Source: string;
}

/** At least one of the fields. */
@GraphqlInput('UpdateCampaignInput')
export class UpdateCampaignRequest extends CampaignParts {
  @MayBeAbsent()
  @Text({ min: 1, max: NAME_MAX })
  Name?: string;

  @MayBeAbsent()
  @PublicId('lst')
  ListId?: Id<'lst'>;

  @MayBeAbsent()
  @Text({ min: 1, max: ADDRESS_MAX })
  Source?: string;
}

@GraphqlInput('StartCampaignInput')
export class StartCampaignRequest {
  @MayBeAbsent()
  @Timestamp({ description: 'Not before this time; within 30 days. Now when absent.' })
  SendAt?: string;
}

@ArgsType()
export class CampaignFilters {
  @QueryText({ max: 200, description: 'A part of the name, without regard to case.' })
  q?: string;

  @QueryEnum(CAMPAIGN_STATUSES)
  status?: CampaignStatus;
}

export class ListCampaignsQuery extends pageQuery(200, CampaignFilters) {}
