import { EmailAddress, MayBeAbsent, Text } from '#libs/core/http';

export const PASSWORD_MAX = 1024;
export const PASSWORD_MIN = 8;
const NAME_MAX = 200;

export class LoginRequest {
  @EmailAddress({ example: 'demo@service.test' })
  email: string;

  @Text({ min: 1, max: PASSWORD_MAX })
  password: string;
}

export class RegisterRequest {
  @EmailAddress({ example: 'ana@example.com' })
  Email: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX, example: 'a-long-enough-password' })
  Password: string;

  @MayBeAbsent()
  @Text({ max: NAME_MAX, description: 'The name of the user.' })
  Name?: string;

  @MayBeAbsent()
  @Text({ max: NAME_MAX, description: 'Creates a tenant of this name, owned by the user.' })
  TenantName?: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 200,
    description:
      'The token in the link of an invitation to Email. The user joins its tenant, and Email is verified. With it, ' +
      'TenantName must be absent.',
  })
  InvitationToken?: string;
}
