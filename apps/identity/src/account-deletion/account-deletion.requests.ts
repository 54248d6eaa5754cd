import { MayBeAbsent, Text } from '#libs/core/http';
import { PASSWORD_MAX } from '../passwords/password-length.js';

export class DeleteAccountRequest {
  @Text({ min: 1, max: PASSWORD_MAX })
  password: string;

  @MayBeAbsent()
  @Text({ min: 1, max: 64 })
  code?: string;
}
