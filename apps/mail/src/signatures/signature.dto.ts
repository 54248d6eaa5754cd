import { ApiProperty } from '@nestjs/swagger';
import { Text } from '#libs/http';

/** Characters, as it is given. */
export const SIGNATURE_MAX = 65_536;

export class PutSignatureRequest {
  @Text({ max: SIGNATURE_MAX, example: '<p>Ana Lima</p>', description: 'Empty for none.' })
  signature_html: string;
}

export class SignatureObject {
  @ApiProperty({ example: '<p>Ana Lima</p>', description: 'Safe to show. Empty if there is none.' })
  signature_html: string;
}
