import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text } from '#libs/core/http';

/** Characters, as it is given. */
export const SIGNATURE_MAX = 65_536;

@GraphqlInput('MailboxSignatureInput')
export class PutSignatureRequest {
  @Text({ max: SIGNATURE_MAX, example: '<p>Ana Lima</p>', description: 'Empty for none.' })
  signature_html: string;
}

@GraphqlObject('MailboxSignature', 'What users of a mailbox put below their messages.')
export class SignatureObject {
  @ApiProperty({ example: '<p>Ana Lima</p>', description: 'Safe to show. Empty if there is none.' })
  signature_html: string;
}
