import { EmailAddress, MayBeAbsent, Text } from '#libs/core/http';
import { PASSWORD_MAX } from '../passwords/password-length.js';

/** The client that a session is opened for. */
class ClientRequest {
  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;

  @MayBeAbsent()
  @Text({ max: 400 })
  userAgent?: string;
}

export class LoginRequest extends ClientRequest {
  @EmailAddress()
  email: string;

  @Text({ max: PASSWORD_MAX })
  password: string;
}

export class SecondFactorRequest extends ClientRequest {
  @Text({ max: 64 })
  userId: string;

  @Text({ max: 64 })
  code: string;
}

export class EndSessionRequest {
  @Text({ max: 16_384 })
  token: string;
}
