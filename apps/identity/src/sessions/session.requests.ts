import { ArrayMaxSize, IsArray } from 'class-validator';
import { USE_BATCH } from '#libs/auth';
import { EmailAddress, isPublicId, isTimestamp, MayBeAbsent, rule, Text } from '#libs/http';
import type { Id } from '#libs/persistence';
import { PASSWORD_MAX } from '../users/user.requests.js';

/** Where a session is opened from. */
class ClientRequest {
  @MayBeAbsent()
  @Text({ max: 64 })
  ip?: string;

  @MayBeAbsent()
  @Text({ max: 400 })
  userAgent?: string;
}

export class LoginRequest extends ClientRequest {
  @EmailAddress()
  email: string;

  @Text({ max: PASSWORD_MAX })
  password: string;
}

export class SecondFactorRequest extends ClientRequest {
  @Text({ max: 64 })
  userId: string;

  @Text({ max: 64 })
  code: string;
}

export class EndSessionRequest {
  @Text({ max: 16_384 })
  token: string;
}

export interface ReportedSessionUse {
  sessionId: Id<'ses'>;
  at: string;
}

function isUse(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { sessionId, at } = value as Partial<ReportedSessionUse>;
  return isPublicId('ses', sessionId) && isTimestamp(at);
}

export class SessionUseRequest {
  @IsArray()
  @ArrayMaxSize(USE_BATCH)
  @rule('isUse', isUse, 'must be {sessionId, at}', true)
  uses: ReportedSessionUse[];
}
