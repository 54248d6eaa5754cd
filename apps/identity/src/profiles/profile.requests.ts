import { LANGUAGES, type Language } from '#libs/core/html';
import { EmailAddress, MayBeAbsent, OneOf, Text, TimeZone } from '#libs/core/http';
import type { UserStatus } from '../users/user.entity.js';

export class UpdateUserPatch {
  @OneOf(['active', 'disabled'])
  status: UserStatus;

  @MayBeAbsent()
  @Text({ max: 500 })
  reason?: string;
}

/** Absent fields stay as they are. */
export class UpdateProfilePatch {
  @MayBeAbsent()
  @Text({ max: 200 })
  name?: string;

  @MayBeAbsent()
  @EmailAddress()
  email?: string;

  @MayBeAbsent()
  @OneOf(LANGUAGES)
  language?: Language;

  @MayBeAbsent()
  @TimeZone()
  timeZone?: string;
}
