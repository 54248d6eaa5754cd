import { MayBeAbsent, Text } from '#libs/core/http';
import { PASSWORD_MAX } from './auth.requests.js';

const ID = { min: 1, max: 64 };
const CODE = { min: 1, max: 64 };
const PASSWORD = { min: 1, max: PASSWORD_MAX };
const TWIN = 'The same, in the other spelling.';

/** Every field in two spellings; the first of them wins. */
export class SecondFactorRequest {
  @MayBeAbsent()
  @Text({ ...ID, example: 'usr_0c7b3f19ad62e04f', description: 'UserId of the login.' })
  user_id?: string;

  @MayBeAbsent()
  @Text({ ...CODE, example: '123456', description: 'The code of the authenticator, or a recovery code.' })
  code?: string;

  @MayBeAbsent()
  @Text({ ...ID, description: TWIN })
  UserId?: string;

  @MayBeAbsent()
  @Text({ ...CODE, description: TWIN })
  Code?: string;
}

export class PasswordRequest {
  @MayBeAbsent()
  @Text({ ...PASSWORD, example: 'a-long-enough-password', description: 'The password of the account.' })
  password?: string;

  @MayBeAbsent()
  @Text({ ...PASSWORD, description: TWIN })
  Password?: string;
}

export class CodeRequest {
  @MayBeAbsent()
  @Text({ ...CODE, example: '123456', description: 'The code that the authenticator shows.' })
  code?: string;

  @MayBeAbsent()
  @Text({ ...CODE, description: TWIN })
  Code?: string;
}
