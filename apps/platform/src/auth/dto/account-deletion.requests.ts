import { MayBeAbsent, Text } from '#libs/core/http';
import { PasswordRequest } from './two-factor.requests.js';

const CODE = { min: 1, max: 64 };

/** Every field in two spellings; the first of them wins. */
export class DeleteAccountRequest extends PasswordRequest {
  @MayBeAbsent()
  @Text({ ...CODE, example: '123456', description: 'The code of the authenticator, or a recovery code.' })
  code?: string;

  @MayBeAbsent()
  @Text({ ...CODE, description: 'The same, in the other spelling.' })
  Code?: string;
}
