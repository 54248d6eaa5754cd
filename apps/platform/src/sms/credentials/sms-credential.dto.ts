import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, Integer, MayBeAbsent, Text } from '#libs/core/http';
import { SMS_CREDENTIAL_KINDS, type SmsCredential } from './sms-credential.entity.js';

const PRINTABLE = { pattern: /^[\x21-\x7e]+$/, form: 'must be of printable ASCII characters without spaces' };

@GraphqlInput('SetTwilioCredentialInput')
export class SetTwilioRequest {
  @Text({
    min: 1,
    max: 64,
    pattern: /^[A-Za-z0-9_-]+$/,
    form: 'must be of A-Z a-z 0-9 _ -',
    example: 'AC0123456789abcdef0123456789abcdef',
  })
  AccountSid: string;

  @Text({ ...PRINTABLE, min: 1, max: 256, description: 'The primary one: the carrier signs its reports with it.' })
  AuthToken: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 500,
    example: 'https://api.twilio.com',
    description: "Of a carrier that speaks as Twilio does; Twilio's own unless given. What follows is /2010-04-01/….",
  })
  BaseUrl?: string;
}

@GraphqlInput('SetSmppCredentialInput')
export class SetSmppRequest {
  @Text({
    min: 1,
    max: 253,
    pattern: /^(?:[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+)$/,
    form: 'must be a host name or an IP address',
    example: 'smpp.example.com',
  })
  Host: string;

  @Integer({ min: 1, max: 65_535, example: 3550 })
  Port: number;

  @Text({ ...PRINTABLE, min: 1, max: 15, example: 'shop' })
  SystemId: string;

  @Text({ ...PRINTABLE, min: 1, max: 64 })
  Password: string;

  @MayBeAbsent()
  @Text({ max: 12, pattern: /^[\x21-\x7e]*$/, form: PRINTABLE.form, description: 'As the carrier says; mostly empty.' })
  SystemType?: string;

  @MayBeAbsent()
  @Flag({ description: 'TLS from the start; true unless given. Without it everyone on the way reads the texts.' })
  Tls?: boolean;
}

/** A credential without its secret. */
@GraphqlObject('SmsCredential')
export class SmsCredentialView {
  @ApiProperty({ format: 'uuid', description: 'Another one each time the credential is set.' })
  Id: string;

  @ApiProperty({ enum: SMS_CREDENTIAL_KINDS })
  Kind: string;

  @ApiProperty({ description: 'The AccountSid or the SystemId.' })
  Account: string;

  @ApiProperty({ example: 'smpps://smpp.example.com:3550' })
  Address: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where the carrier is to post texts that come in; null over SMPP, and without a public address.',
  })
  InboundUrl: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was set.' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Up to a minute behind.' })
  LastUsedAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the carrier last accepted a text with it; up to a minute behind.',
  })
  LastWorkedAt: string | null;

  static of(credential: SmsCredential, inboundUrl: string | undefined): SmsCredentialView {
    const { id, kind, account, address, createdAt, lastUsedAt, lastWorkedAt } = credential;
    return {
      Id: id,
      Kind: kind,
      Account: account,
      Address: address,
      InboundUrl: (kind === 'twilio' ? inboundUrl : undefined) ?? null,
      CreatedAt: createdAt.toISOString(),
      LastUsedAt: lastUsedAt?.toISOString() ?? null,
      LastWorkedAt: lastWorkedAt?.toISOString() ?? null,
    };
  }
}

export class SmsCredentialResponse {
  @ApiProperty({ type: SmsCredentialView })
  Credential: SmsCredentialView;
}

export class SmsCredentialsResponse {
  @ApiProperty({ type: [SmsCredentialView], description: 'At most one.' })
  Credentials: SmsCredentialView[];
}
