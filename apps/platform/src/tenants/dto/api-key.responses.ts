import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { ApiKey, CreatedApiKey } from '../api-keys.js';

const moment = { format: 'date-time', nullable: true, type: String } as const;

@GraphqlObject('ApiKey')
export class ApiKeyResponse {
  @ApiProperty({ example: 'key_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ enum: ['secret', 'publishable'] })
  Type: string;

  @ApiProperty({ example: 'sk_test_', description: 'The first 8 characters of the key.' })
  Prefix: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '4f1a',
    description: 'The last 4 characters of the key; null for one that was made before they were kept.',
  })
  Hint: string | null;

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

  static of(key: ApiKey): ApiKeyResponse {
    return {
      Id: key.id,
      Name: key.name,
      Type: key.kind,
      Prefix: key.prefix,
      Hint: key.hint ?? null,
      Scopes: key.scopes,
      Environment: key.environment,
      CreatedAt: key.createdAt,
      ExpiresAt: key.expiresAt,
      LastUsedAt: key.lastUsedAt,
      RevokedAt: key.revokedAt,
    };
  }
}

@GraphqlObject('CreatedApiKey')
export class CreatedApiKeyResponse {
  @ApiProperty({ type: ApiKeyResponse })
  ApiKey: ApiKeyResponse;

  @ApiProperty({ description: 'The key itself. It is shown this once.' })
  Secret: string;

  @ApiProperty({
    description:
      'Secret access key of clients of Amazon SES, whose access key id is the Id of the key. It is shown this once.',
  })
  SecretAccessKey: string;

  static of({ apiKey, secret, signingSecret }: CreatedApiKey): CreatedApiKeyResponse {
    return { ApiKey: ApiKeyResponse.of(apiKey), Secret: secret, SecretAccessKey: signingSecret };
  }
}

/** Newest first, revoked ones included. */
export class ApiKeyListResponse extends pageOf('ApiKeys', ApiKeyResponse) {}
