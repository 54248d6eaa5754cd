import type { SignatureFault } from '#libs/core/auth';
import type { Problem } from '#libs/core/http';
import { errorTable, type ShownError } from '../frame/error-table.js';
import { problemText, type FieldNames } from '../frame/problem-text.js';

const NAMES: FieldNames = {
  Source: 'FromEmailAddress',
  'Message.Subject.Data': 'Subject.Data',
  'Message.Body': 'Body',
  'Message.Body.Text.Data': 'Body.Text.Data',
  'Message.Body.Html.Data': 'Body.Html.Data',
  'Attachments.Data': 'Attachments.RawContent',
  Tags: 'EmailTags',
  Messages: 'BulkEmailEntries',
  Address: 'EmailAddress',
  Name: 'EmailIdentity',
};

/** An error of Amazon SES, by its name in the second version of its API. */
export interface SesError {
  status: number;
  name: string;
  message: string;
}

type Shown = ShownError<string>;

const BAD_REQUEST: Shown = [400, 'BadRequestException'];
const REJECTED: Shown = [400, 'MessageRejected'];

const shownByCode = errorTable<string>(
  {
    PermissionDenied: [403, 'AccessDeniedException'],
    TenantSuspended: [400, 'AccountSuspendedException'],
    PlanLimitExceeded: [400, 'LimitExceededException'],
    QuotaExceeded: [400, 'LimitExceededException'],
    DomainNotVerified: REJECTED,
    SuppressedAddress: REJECTED,
    ValidationError: BAD_REQUEST,
    InvalidJson: BAD_REQUEST,
    InvalidParameter: BAD_REQUEST,
    InvalidRecipient: BAD_REQUEST,
    MissingParameter: BAD_REQUEST,
    Throttling: [429, 'TooManyRequestsException'],
    NotFound: [404, 'NotFoundException'],
    AlreadyExists: [400, 'AlreadyExistsException'],
    Conflict: [409, 'ConflictException'],
    IdempotencyConflict: [409, 'ConflictException'],
    MethodNotAllowed: [405, 'MethodNotAllowedException'],
    PayloadTooLarge: [413, 'RequestEntityTooLargeException'],
  },
  (status) => (status < 500 ? 'BadRequestException' : 'InternalServiceErrorException'),
);

const FAULTS: Readonly<Record<SignatureFault, string>> = {
  missing: 'MissingAuthenticationTokenException',
  unknown: 'UnrecognizedClientException',
  expired: 'SignatureDoesNotMatch',
  mismatch: 'SignatureDoesNotMatch',
};

export function sesErrorOf(problem: Problem): SesError {
  const [status, name] = shownAs(problem);
  return { status, name, message: messageOf(problem) };
}

function messageOf(problem: Problem): string {
  const { code, message } = problem;
  if (code === 'DomainNotVerified')
    return 'Email address is not verified. The following identities failed the check: the domain of FromEmailAddress';
  return code === 'AuthorizationError' ? message : problemText(problem, NAMES);
}

function shownAs(problem: Problem): Shown {
  const { code, extra, details = [] } = problem;
  const field = details[0]?.Field;
  if (code === 'AuthorizationError') return [403, FAULTS[(extra?.['Fault'] as SignatureFault) ?? 'unknown']];
  // A blocked sender; every other denial is about the key.
  if (code === 'PermissionDenied' && field) return REJECTED;
  if (code === 'InvalidParameter' && field === 'TemplateId') return [404, 'NotFoundException'];
  return shownByCode(problem);
}
