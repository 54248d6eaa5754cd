import { ArrayMaxSize, IsArray } from 'class-validator';
import { USE_BATCH } from '#libs/core/auth';
import { isPublicId, isTimestamp, rule } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';

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
