import { ApiProperty } from '@nestjs/swagger';

export class TemplateObject {
  @ApiProperty({ example: 'tpl_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ enum: ['email', 'sms', 'push'] })
  Channel: string;

  @ApiProperty({ type: String, nullable: true })
  Subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;

  @ApiProperty({ type: String, nullable: true })
  Text: string | null;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;
}

export class TemplateResponse {
  @ApiProperty({ type: TemplateObject })
  Template: TemplateObject;
}

export class TemplatePageResponse {
  @ApiProperty({ type: [TemplateObject] })
  Templates: TemplateObject[];

  @ApiProperty({ type: 'integer', description: '0 when there is no further page.' })
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class TemplatePreviewResponse {
  @ApiProperty({ type: String, nullable: true })
  Subject: string | null;

  @ApiProperty({ type: String, nullable: true })
  Html: string | null;

  @ApiProperty({ type: String, nullable: true })
  Text: string | null;
}
