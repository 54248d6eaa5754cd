import { GraphqlInput } from '#libs/core/graphql';
import { EmailAddress, MayBeAbsent, Text } from '#libs/core/http';
import { PASSWORD_MAX, PASSWORD_MIN } from './auth.requests.js';

const TOKEN = { min: 1, max: 200, description: 'What the link of the mail carries.' };
const PASSWORD = { min: PASSWORD_MIN, max: PASSWORD_MAX, description: 'The new password.' };
const TWIN = 'The same, in the other spelling.';

/** The field in two spellings; the first of them wins. */
export class ForgottenPasswordRequest {
  @MayBeAbsent()
  @EmailAddress({ example: 'ana@example.com' })
  email?: string;

  @MayBeAbsent()
  @EmailAddress({ description: TWIN })
  Email?: string;
}

/** Every field in two spellings; the first of them wins. */
export class ResetPasswordRequest {
  @MayBeAbsent()
  @Text(TOKEN)
  token?: string;

  @MayBeAbsent()
  @Text(PASSWORD)
  password?: string;

  @MayBeAbsent()
  @Text({ ...TOKEN, description: TWIN })
  Token?: string;

  @MayBeAbsent()
  @Text({ ...PASSWORD, description: TWIN })
  Password?: string;
}

@GraphqlInput('ChangePasswordInput')
export class ChangePasswordRequest {
  @Text({ min: 1, max: PASSWORD_MAX })
  CurrentPassword: string;

  @Text({ ...PASSWORD, example: 'another-long-password' })
  NewPassword: string;
}
