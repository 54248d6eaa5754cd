import { Problem, type ProblemDetail } from '#libs/core/http';
import type { BatchAnswer, ItemError } from '../../emails/batch.service.js';
import { sesErrorOf } from './ses-errors.js';

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

/** Results of the entries of a bulk call, in its order. */
export function fromBulk({ results }: BatchAnswer): object {
  return {
    BulkEmailEntryResults: results.map((result) =>
      'messageIds' in result
        ? { Status: 'SUCCESS', MessageId: result.messageIds[0] }
        : { Status: statusOf(result.error), Error: errorText(result.error) },
    ),
  };
}

function statusOf({ code, details = [] }: ItemError): string {
  if (code === 'InvalidParameter' && details[0]?.Field === 'TemplateId') return 'TEMPLATE_NOT_FOUND';
  return STATUSES[code] ?? 'INVALID_PARAMETER';
}

const errorText = ({ code, message, details }: ItemError): string =>
  sesErrorOf(new Problem(code as Problem['code'], { message, details: details as ProblemDetail[] | undefined }))
    .message;
