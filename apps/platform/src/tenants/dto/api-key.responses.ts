import { ApiProperty } from '@nestjs/swagger';

const moment = { format: 'date-time', nullable: true, type: String } as const;

export class ApiKeyResponse {
  @ApiProperty({ example: 'key_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ enum: ['secret', 'publishable'] })
  Type: string;

  @ApiProperty({ example: 'sk_test_', description: 'The first 8 characters of the key.' })
  Prefix: string;

  @ApiProperty({ type: [String] })
  Scopes: string[];

  @ApiProperty({ enum: ['live', 'test'] })
  Environment: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty(moment)
  ExpiresAt: string | null;

  @ApiProperty({ ...moment, description: 'To within some seconds.' })
  LastUsedAt: string | null;

  @ApiProperty(moment)
  RevokedAt: string | null;
}

export class CreatedApiKeyResponse {
  @ApiProperty({ type: ApiKeyResponse })
  ApiKey: ApiKeyResponse;

  @ApiProperty({ description: 'The key itself. It is shown this once.' })
  Secret: string;
}

export class ApiKeyListResponse {
  @ApiProperty({ type: [ApiKeyResponse], description: 'Newest first, revoked ones included.' })
  ApiKeys: ApiKeyResponse[];

  @ApiProperty()
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}
