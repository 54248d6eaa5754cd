import { EmailAddress, MayBeAbsent, Text } from '#libs/core/http';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';

export class RegisterRequest {
  @EmailAddress()
  email: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password: string;

  @MayBeAbsent()
  @Text({ max: 200 })
  name?: string;

  @MayBeAbsent()
  @Text({ max: 200 })
  tenantName?: string;

  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;
}
