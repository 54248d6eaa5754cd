import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { FreeObject, invalidField, OneOf, Text } from '#libs/core/http';
import { InvalidCredential } from '#libs/messaging/push';
import { PUSH_CREDENTIAL_KINDS, type PushCredential } from './push-credential.entity.js';
import {
  apnsCredential,
  type ApnsEnvironment,
  fcmCredential,
  type NewCredential,
  vapidCredential,
} from './push-credential.js';

const ACCOUNT_MAX_BYTES = 10_000;
const PEM_MAX = 4_096;
const APPLE_ID = { min: 10, max: 10, pattern: /^[A-Z0-9]{10}$/, form: 'must be ten of A-Z 0-9' };

@GraphqlInput('SetFcmCredentialInput')
export class SetFcmRequest {
  @FreeObject({
    maxBytes: ACCOUNT_MAX_BYTES,
    description: 'The service account, as the JSON file from the Firebase console has it.',
  })
  ServiceAccount: Record<string, unknown>;

  /** @throws Problem InvalidParameter */
  toCredential(): NewCredential {
    return validated('ServiceAccount.', () => fcmCredential(this.ServiceAccount));
  }
}

@GraphqlInput('SetApnsCredentialInput')
export class SetApnsRequest {
  @Text({ ...APPLE_ID, example: 'A1B2C3D4E5' })
  TeamId: string;

  @Text({ ...APPLE_ID, example: 'F6G7H8I9J0' })
  KeyId: string;

  @Text({ min: 1, max: PEM_MAX, description: 'The text of the .p8 file.' })
  PrivateKey: string;

  @Text({
    min: 1,
    max: 155,
    pattern: /^[A-Za-z0-9.-]+$/,
    form: 'must be of A-Z a-z 0-9 . -',
    example: 'com.example.shop',
  })
  BundleId: string;

  @OneOf(['production', 'development'], { description: 'development: for builds that Xcode installs.' })
  Environment: ApnsEnvironment;

  /** @throws Problem InvalidParameter */
  toCredential(): NewCredential {
    const { TeamId: teamId, KeyId: keyId, PrivateKey: privateKey, BundleId: bundleId, Environment: environment } = this;
    return validated('', () => apnsCredential({ teamId, keyId, privateKey, bundleId, environment }));
  }
}

@GraphqlInput('SetVapidCredentialInput')
export class SetVapidRequest {
  @Text({
    min: 1,
    max: 200,
    pattern: /^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/,
    form: 'must be a mailto: or https: URL',
    example: 'mailto:push@example.com',
    description: 'Whom push services contact about your messages (RFC 8292).',
  })
  Subject: string;

  @Text({
    min: 1,
    max: 100,
    pattern: /^[A-Za-z0-9_-]+$/,
    form: 'must be base64url',
    description: '65 bytes, base64url.',
  })
  PublicKey: string;

  @Text({
    min: 1,
    max: 100,
    pattern: /^[A-Za-z0-9_-]+$/,
    form: 'must be base64url',
    description: '32 bytes, base64url.',
  })
  PrivateKey: string;

  /** @throws Problem InvalidParameter */
  toCredential(): NewCredential {
    const { Subject: subject, PublicKey: publicKey, PrivateKey: privateKey } = this;
    return validated('', () => vapidCredential({ subject, publicKey, privateKey }));
  }
}

/** `path` stands before the name of the invalid field. @throws Problem InvalidParameter */
function validated(path: string, validate: () => NewCredential): NewCredential {
  try {
    return validate();
  } catch (error) {
    if (!(error instanceof InvalidCredential)) throw error;
    throw invalidField('InvalidParameter', `${path}${error.field}`, error.message);
  }
}

/** A credential without its secret. */
@GraphqlObject('PushCredential')
export class PushCredentialView {
  @ApiProperty({ format: 'uuid', description: 'Another one each time the credential is set.' })
  Id: string;

  @ApiProperty({ enum: PUSH_CREDENTIAL_KINDS })
  Kind: string;

  @ApiProperty({ description: 'SHA-256 of the public key (DER), hexadecimal.' })
  Fingerprint: string;

  @ApiProperty({ format: 'date-time', description: 'When it was set.' })
  CreatedAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Up to a minute behind.' })
  LastUsedAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the push service last accepted a message with it; up to a minute behind.',
  })
  LastWorkedAt: string | null;

  static of({ id, kind, fingerprint, createdAt, lastUsedAt, lastWorkedAt }: PushCredential): PushCredentialView {
    return {
      Id: id,
      Kind: kind,
      Fingerprint: fingerprint,
      CreatedAt: createdAt.toISOString(),
      LastUsedAt: lastUsedAt?.toISOString() ?? null,
      LastWorkedAt: lastWorkedAt?.toISOString() ?? null,
    };
  }
}

export class PushCredentialResponse {
  @ApiProperty({ type: PushCredentialView })
  Credential: PushCredentialView;

  static of(credential: PushCredential): PushCredentialResponse {
    return { Credential: PushCredentialView.of(credential) };
  }
}

export class PushCredentialsResponse {
  @ApiProperty({ type: [PushCredentialView], description: 'At most one of each kind.' })
  Credentials: PushCredentialView[];
}
