import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';

@GraphqlObject('UserSession')
export class SessionResponse {
  @ApiProperty({ example: 'ses_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'To within some two minutes.' })
  LastSeenAt: string;

  @ApiProperty({ format: 'date-time' })
  ExpiresAt: string;

  @ApiProperty({ type: String, nullable: true, description: 'The address that it was opened from.' })
  Ip: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What it was opened with.' })
  UserAgent: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The app that you let in; null for a login of your own.' })
  App: string | null;

  @ApiProperty({ description: 'Whether it is the session of this request.' })
  Current: boolean;
}

export class SessionListResponse {
  @ApiProperty({ type: [SessionResponse], description: 'The one that was seen last comes first.' })
  Sessions: SessionResponse[];
}
