import { ApiProperty } from '@nestjs/swagger';
import { SUPPRESSION_REASONS } from '../suppression.js';

export class SuppressionView {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ example: 'someone@example.test', description: 'In lower case.' })
  Address: string;

  @ApiProperty({ type: String, enum: SUPPRESSION_REASONS })
  Reason: string;

  @ApiProperty({ enum: ['report', 'link', 'api'], description: 'Who said so.' })
  Source: string;

  @ApiProperty({ type: String, nullable: true, description: 'The message that led to it.' })
  MessageId: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;
}

export class SuppressionResponse {
  @ApiProperty({ type: SuppressionView })
  Suppression: SuppressionView;
}

export class SuppressionPageResponse {
  @ApiProperty({ type: [SuppressionView] })
  Suppressions: SuppressionView[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
