import { EmailAddress, MayBeAbsent, OneOf, Text } from '#libs/http';
import type { UserStatus } from './user.entity.js';

/** Longer passwords would only cost time to hash. */
export const PASSWORD_MAX = 1024;
export const PASSWORD_MIN = 8;

export class RegisterRequest {
  @EmailAddress()
  email: string;

  @Text({ min: PASSWORD_MIN, max: PASSWORD_MAX })
  password: string;

  @MayBeAbsent()
  @Text({ max: 200 })
  name?: string;

  @MayBeAbsent()
  @Text({ max: 200 })
  tenantName?: string;

  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;
}

export class UpdateUserPatch {
  @OneOf(['active', 'disabled'])
  status: UserStatus;

  @MayBeAbsent()
  @Text({ max: 500 })
  reason?: string;
}

/** What is absent stays as it is. */
export class UpdateProfilePatch {
  @MayBeAbsent()
  @Text({ max: 200 })
  name?: string;

  @MayBeAbsent()
  @EmailAddress()
  email?: string;
}
