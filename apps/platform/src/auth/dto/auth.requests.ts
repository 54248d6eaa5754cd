import { EmailAddress, MayBeAbsent, Text } from '#libs/http';

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

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  Password: string;

  @MayBeAbsent()
  @Text({ max: NAME_MAX, description: 'How to address the person.' })
  Name?: string;

  @MayBeAbsent()
  @Text({ max: NAME_MAX, description: 'Makes a tenant of this name, owned by the person.' })
  TenantName?: string;
}
