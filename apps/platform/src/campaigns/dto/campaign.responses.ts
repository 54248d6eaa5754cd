import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { Campaign } from '../campaign.entity.js';
import { CAMPAIGN_STATUSES } from '../campaign.js';

@GraphqlObject('CampaignProgress', 'How far a campaign has come, in contacts.')
export class CampaignProgressObject {
  @ApiProperty({ type: 'integer', description: 'On the list at the start, or met on the way when that is more.' })
  Recipients: number;

  @ApiProperty({ type: 'integer', description: 'Accepted for sending.' })
  Accepted: number;

  @ApiProperty({ type: 'integer', description: 'Suppressed or blocked, or without an e-mail address.' })
  Skipped: number;

  @ApiProperty({ type: 'integer', description: 'For whom the content could not be filled in.' })
  Failed: number;
}

@GraphqlObject('Campaign', 'One e-mail to the members of a list.')
export class CampaignObject {
  @ApiProperty({ example: 'cam_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ enum: CAMPAIGN_STATUSES })
  Status: string;

  @ApiProperty()
  ListId: string;

  @ApiProperty()
  Source: string;

  @ApiProperty({ type: [String] })
  ReplyToAddresses: string[];

  @ApiProperty({ type: String, nullable: true })
  TemplateId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null: the list is its topic.' })
  TopicId: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  TemplateData: Record<string, unknown>;

  @ApiProperty({ type: String, nullable: true })
  Subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;

  @ApiProperty({ type: String, nullable: true })
  Text: string | null;

  @ApiProperty({ type: Boolean, nullable: true })
  TrackOpens: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true })
  TrackClicks: boolean | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  Tags: Record<string, string>;

  @ApiProperty({ type: CampaignProgressObject })
  Progress: CampaignProgressObject;

  @ApiProperty({ type: String, nullable: true, description: 'Why it waits.' })
  Error: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a paused campaign resumes by itself. Null if it waits for a user.',
  })
  ResumeAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  SendAt: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  StartedAt: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  EndedAt: string | null;

  static of(campaign: Campaign): CampaignObject {
    const { content, recipients, accepted, skipped, failed } = campaign;
    return {
      Id: campaign.id,
      Name: campaign.name,
      Status: campaign.status,
      ListId: campaign.listId,
      Source: content.source,
      ReplyToAddresses: content.replyTo,
      TemplateId: content.templateId,
      TopicId: content.topicId ?? null,
      TemplateData: content.templateData,
      Subject: content.subject,
      Html: content.html,
      Text: content.text,
      TrackOpens: content.trackOpens,
      TrackClicks: content.trackClicks,
      Tags: content.tags ?? {},
      Progress: { Recipients: recipients, Accepted: accepted, Skipped: skipped, Failed: failed },
      Error: campaign.error,
      ResumeAt: campaign.resumeAt?.toISOString() ?? null,
      SendAt: campaign.sendAt?.toISOString() ?? null,
      CreatedAt: campaign.createdAt.toISOString(),
      UpdatedAt: campaign.updatedAt.toISOString(),
      StartedAt: campaign.startedAt?.toISOString() ?? null,
      EndedAt: campaign.endedAt?.toISOString() ?? null,
    };
  }
}

export class CampaignResponse {
  @ApiProperty({ type: CampaignObject })
  Campaign: CampaignObject;

  static of(campaign: Campaign): CampaignResponse {
    return { Campaign: CampaignObject.of(campaign) };
  }
}

export class CampaignPageResponse extends pageOf('Campaigns', CampaignObject) {}
