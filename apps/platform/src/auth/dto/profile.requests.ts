import { GraphqlInput } from '#libs/core/graphql';
import { LANGUAGES } from '#libs/core/html';
import { EmailAddress, MayBeAbsent, OneOf, Text, TimeZone } from '#libs/core/http';

const NAME_MAX = 200;
const TOKEN_MAX = 200;

/** Each field is optional; a body without any is rejected. */
@GraphqlInput('UpdateProfileInput')
export class UpdateProfilePatch {
  @MayBeAbsent()
  @Text({ max: NAME_MAX, description: 'The name of the user.', example: 'Ana' })
  Name?: string;

  @MayBeAbsent()
  @EmailAddress({ description: 'The user signs in with it at once; it is unverified.', example: 'ana@example.com' })
  Email?: string;

  @MayBeAbsent()
  @OneOf(LANGUAGES, { description: 'The language of mail and of the dashboard.' })
  Language?: string;

  @MayBeAbsent()
  @TimeZone({ description: 'The zone of times in the dashboard.' })
  TimeZone?: string;
}

export class AddAddressRequest {
  @EmailAddress({ example: 'ana@example.org' })
  Email: string;
}

/** The field in two spellings; the first of them wins. */
export class VerifyRequest {
  @MayBeAbsent()
  @Text({ min: 1, max: TOKEN_MAX, description: 'What the link of the mail carries.' })
  token?: string;

  @MayBeAbsent()
  @Text({ min: 1, max: TOKEN_MAX, description: 'The same, in the other spelling.' })
  Token?: string;
}
