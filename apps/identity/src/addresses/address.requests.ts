import { EmailAddress, Text } from '#libs/http';

/** Longer than any token that identity issues. */
export const TOKEN_MAX = 200;

export class AddAddressRequest {
  @EmailAddress()
  email: string;
}

export class VerifyAddressRequest {
  @Text({ min: 1, max: TOKEN_MAX })
  token: string;
}
