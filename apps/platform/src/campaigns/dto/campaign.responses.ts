import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATUSES } from '../campaign.js';

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
}

export class CampaignResponse {
  @ApiProperty({ type: CampaignObject })
  Campaign: CampaignObject;
}

export class CampaignPageResponse {
  @ApiProperty({ type: [CampaignObject] })
  Campaigns: CampaignObject[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
