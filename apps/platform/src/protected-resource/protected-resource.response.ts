import { ApiProperty } from '@nestjs/swagger';

/** Names of RFC 9728, 2. */
export class ProtectedResourceResponse {
  @ApiProperty({ description: 'The address of this API' })
  resource: string;

  @ApiProperty({ description: 'The issuers of tokens for it', type: [String] })
  authorization_servers: string[];

  @ApiProperty({ type: [String] })
  bearer_methods_supported: string[];

  @ApiProperty({ type: [String] })
  scopes_supported: string[];

  @ApiProperty()
  resource_name: string;
}
