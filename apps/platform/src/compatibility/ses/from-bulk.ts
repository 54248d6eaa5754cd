import { Problem, type ProblemDetail } from '#libs/core/http';
import type { ItemError, ItemResult } from '../../emails/batch.service.js';
import type { FieldNames } from '../frame/problem-text.js';
import { isUnknownTemplate, sesErrorOf } from './ses-errors.js';

/** Statuses of entries for our codes; of the others it is `INVALID_PARAMETER`. */
const STATUSES: Readonly<Record<string, string>> = {
  DomainNotVerified: 'MAIL_FROM_DOMAIN_NOT_VERIFIED',
  SuppressedAddress: 'MESSAGE_REJECTED',
  PermissionDenied: 'MESSAGE_REJECTED',
  QuotaExceeded: 'ACCOUNT_DAILY_QUOTA_EXCEEDED',
  PlanLimitExceeded: 'ACCOUNT_SENDING_PAUSED',
  Throttling: 'ACCOUNT_THROTTLED',
  ServiceUnavailable: 'TRANSIENT_FAILURE',
  InternalError: 'FAILED',
};

/** Result of an entry, as the second version names it. */
export interface EntryResult {
  Status: string;
  MessageId?: string;
  Error?: string;
}

/** Results of the entries of a bulk call, in its order. */
export const fromBulk = (results: readonly ItemResult[], names?: FieldNames): EntryResult[] =>
  results.map((result) =>
    'messageIds' in result
      ? { Status: 'SUCCESS', MessageId: result.messageIds[0] }
      : { Status: statusOf(result.error), Error: errorText(result.error, names) },
  );

function statusOf(error: ItemError): string {
  if (isUnknownTemplate(problemOf(error))) return 'TEMPLATE_NOT_FOUND';
  return STATUSES[error.code] ?? 'INVALID_PARAMETER';
}

const problemOf = ({ code, message, details }: ItemError): Problem =>
  new Problem(code as Problem['code'], { message, details: details as ProblemDetail[] | undefined });

const errorText = (error: ItemError, names: FieldNames | undefined): string =>
  sesErrorOf(problemOf(error), names).message;
