import { EmailAddress, Text } from '#libs/core/http';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords/password-length.js';
import { TOKEN_MAX } from '../link-tokens/link-token.entity.js';

export class ForgottenRequest {
  @EmailAddress()
  email: string;
}

export class ResetRequest {
  @Text({ min: 1, max: TOKEN_MAX })
  token: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password: string;
}

export class ChangeRequest {
  @Text({ min: 1, max: PASSWORD_MAX })
  currentPassword: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  newPassword: string;

  /** The session that asks, and goes on. */
  @Text({ min: 1, max: 100 })
  sessionId: string;
}
