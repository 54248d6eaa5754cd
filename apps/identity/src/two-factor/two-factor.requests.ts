import { Text } from '#libs/core/http';
import { PASSWORD_MAX } from '../passwords/password-length.js';

export class PasswordRequest {
  @Text({ max: PASSWORD_MAX })
  password: string;
}

export class CodeRequest {
  @Text({ max: 64 })
  code: string;
}
