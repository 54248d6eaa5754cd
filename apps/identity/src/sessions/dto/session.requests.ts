import { EmailAddress, MayBeAbsent, Text } from '#libs/http';
import { PASSWORD_MAX } from '../../people/dto/people.requests.js';

export class LoginRequest {
  @EmailAddress()
  email: string;

  @Text({ max: PASSWORD_MAX })
  password: string;

  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;

  @MayBeAbsent()
  @Text({ max: 400 })
  userAgent?: string;
}

export class EndSessionRequest {
  @Text({ max: 16_384 })
  token: string;
}
