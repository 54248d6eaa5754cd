import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { LANGUAGES } from '#libs/core/html';
import { TenantResponse } from './member-tenant.responses.js';

export class LoginResponse {
  @ApiProperty({ description: 'The session, for the header Authorization: Bearer. Empty when TwoFactorRequired.' })
  Token: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  UserEmail: string;

  @ApiProperty({ format: 'date-time', description: 'When the session ends, or the login that awaits a second factor.' })
  ExpiresAt: string;

  @ApiProperty()
  TwoFactorRequired: boolean;
}

export class CreatedTenant {
  @ApiProperty({ type: TenantResponse })
  Tenant: TenantResponse;
}

export class RegisterResponse {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  UserEmail: string;

  @ApiProperty({ type: CreatedTenant, nullable: true })
  Tenant: CreatedTenant | null;

  @ApiProperty({ required: false, description: 'What could not be done: the tenant was not made.' })
  Note?: string;
}

export class LogoutResponse {
  @ApiProperty({ enum: ['ok'] })
  Status: string;
}

@GraphqlObject('UserAddress')
export class AddressResponse {
  @ApiProperty({ example: 'adr_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty()
  Primary: boolean;

  @ApiProperty()
  Verified: boolean;
}

@GraphqlObject('Me')
export class MeResponse {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty()
  Name: string;

  @ApiProperty()
  EmailVerified: boolean;

  @ApiProperty({ description: 'Whether the user is a platform operator.' })
  Operator: boolean;

  @ApiProperty({
    type: String,
    enum: LANGUAGES,
    nullable: true,
    description: 'That the user has chosen, else that of the browser in which they signed in last; null if unknown.',
  })
  Language: string | null;

  @ApiProperty({ type: String, enum: LANGUAGES, nullable: true, description: 'Null until the user has chosen one.' })
  ChosenLanguage: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'America/Sao_Paulo', description: 'That the user has chosen.' })
  TimeZone: string | null;

  @ApiProperty({ type: [AddressResponse] })
  Emails: AddressResponse[];

  @ApiProperty({ type: [TenantResponse] })
  Tenants: TenantResponse[];
}
