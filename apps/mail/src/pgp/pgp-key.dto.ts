import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { EmailAddress, Flag, MayBeAbsent, Text } from '#libs/core/http';
import { PUBLIC_KEY_MAX } from '#libs/mail/pgp';
import type { PgpKey } from './pgp-key.entity.js';

const FINGERPRINT = { example: 'DE226AA6E7C8FCF932AC28166910561A2CB2EB93', description: 'Of the primary key.' };

@GraphqlInput('CreateMailboxPgpKeyInput')
export class CreatePgpKeyRequest {
  @EmailAddress({ example: 'ana@example.com', description: 'Whose signatures the key verifies.' })
  email: string;

  @Text({
    min: 1,
    max: PUBLIC_KEY_MAX,
    example: '-----BEGIN PGP PUBLIC KEY BLOCK-----…',
    description: 'One public key, armored.',
  })
  public_key: string;

  @MayBeAbsent()
  @Flag({ description: 'Whether it is the key of the mailbox itself; false if absent.' })
  is_own?: boolean;
}

@GraphqlObject('MailboxPgpKey', 'An OpenPGP public key.')
export class PgpKeyObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'ana@example.com' })
  email: string;

  @ApiProperty(FINGERPRINT)
  fingerprint: string;

  @ApiProperty({
    example: 'Ana Lima <ana@example.com>',
    description: 'The user id of the key that has the address; its primary one if none has.',
  })
  uid: string;

  @ApiProperty()
  is_own: boolean;

  @ApiProperty({ description: 'Armored, with nothing but the key.' })
  public_key: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static of({ id, mailboxId, email, fingerprint, userId, isOwn, ...key }: PgpKey): PgpKeyObject {
    return {
      id,
      mailbox_id: mailboxId,
      email,
      fingerprint,
      uid: userId,
      is_own: isOwn,
      public_key: key.publicKey,
      expires_at: key.expiresAt?.toISOString() ?? null,
      created_at: key.createdAt.toISOString(),
    };
  }
}

export class PgpKeyListResponse {
  @ApiProperty({ type: [PgpKeyObject] })
  keys: PgpKeyObject[];
}

@GraphqlObject('MailSignatureVerification', 'Whether a message is signed by its sender.')
export class SignatureVerificationObject {
  @ApiProperty()
  verified: boolean;

  @ApiProperty({
    ...FINGERPRINT,
    type: String,
    nullable: true,
    description: 'Of the primary key; null if not verified.',
  })
  signer_fingerprint: string | null;
}
