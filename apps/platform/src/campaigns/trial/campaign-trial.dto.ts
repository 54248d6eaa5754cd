import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { FreeObject, MayBeAbsent, PublicId, QueryText, Text } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { TOPIC_NAME } from '../../topics/topic.js';
import type { CampaignAudience } from './campaign-audience.js';
import type { CampaignPreview } from './campaign-trial.js';

const ADDRESS_MAX = 1_000;
const DATA_MAX_BYTES = 262_144;

@GraphqlInput('PreviewCampaignInput')
export class PreviewCampaignRequest {
  @MayBeAbsent()
  @PublicId('cnt', {
    description: 'The contact it is filled in for; the first of the list with an address when absent.',
  })
  ContactId?: Id<'cnt'>;

  @MayBeAbsent()
  @FreeObject({ maxBytes: DATA_MAX_BYTES, description: 'Overrides what the contact has.', example: { name: 'Ana' } })
  Data?: Record<string, unknown>;
}

@GraphqlInput('SendTestOfCampaignInput')
export class SendTestOfCampaignRequest extends PreviewCampaignRequest {
  @MayBeAbsent()
  @Text({
    min: 1,
    max: ADDRESS_MAX,
    description: 'A verified address of yours, or the address of a member. Your own when absent.',
  })
  To?: string;
}

@GraphqlObject('CampaignPreview', 'A campaign as one recipient would get it.')
export class CampaignPreviewResponse {
  @ApiProperty({ type: String, nullable: true, description: 'The address of the contact; null for a made-up one.' })
  To: string | null;

  @ApiProperty({ type: String, nullable: true })
  Subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;

  @ApiProperty({ type: String, nullable: true })
  Text: string | null;

  static of({ to, subject, html, text }: CampaignPreview): CampaignPreviewResponse {
    return { To: to, Subject: subject, Html: html, Text: text };
  }
}

export class CampaignAudienceQuery {
  @QueryText({
    max: 100,
    pattern: TOPIC_NAME,
    form: 'must be the id or the slug of a topic',
    description: 'The topic it is to be of, by its id or slug; the list when absent.',
  })
  topic?: string;
}

@GraphqlObject('CampaignAudience', 'The members of a list, by what a campaign would do with them.')
export class CampaignAudienceResponse {
  @ApiProperty({ type: 'integer', description: 'Members of the list who have confirmed, or need not.' })
  Members: number;

  @ApiProperty({ type: 'integer', description: 'Members who have not confirmed: no campaign goes to them.' })
  Pending: number;

  @ApiProperty({ type: 'integer', description: 'Members of whom the following counts are: the first 10,000.' })
  LookedAt: number;

  @ApiProperty({ type: 'integer' })
  WithoutAddress: number;

  @ApiProperty({ type: 'integer' })
  Unsubscribed: number;

  @ApiProperty({ type: 'integer', description: 'Suppressed for another reason, or blocked on the platform.' })
  Suppressed: number;

  @ApiProperty({ type: 'integer', description: 'E-mails that it would send; estimated unless IsExact.' })
  Recipients: number;

  @ApiProperty()
  IsExact: boolean;

  static of(counted: CampaignAudience): CampaignAudienceResponse {
    return {
      Members: counted.members,
      Pending: counted.pending,
      LookedAt: counted.lookedAt,
      WithoutAddress: counted.withoutAddress,
      Unsubscribed: counted.unsubscribed,
      Suppressed: counted.suppressed,
      Recipients: counted.recipients,
      IsExact: counted.isExact,
    };
  }
}
