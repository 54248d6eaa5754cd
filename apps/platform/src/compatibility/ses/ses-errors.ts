import type { SignatureFault } from '#libs/core/auth';
import type { Problem } from '#libs/core/http';
import { errorTable, type ShownError } from '../frame/error-table.js';
import { problemText, type FieldNames } from '../frame/problem-text.js';

/** Names of fields in the second version. */
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
  'Raw.Data': 'Content.Raw.Data',
  TemplateId: 'TemplateName',
  Data: 'TemplateData',
  Subject: 'TemplateContent.Subject',
  Text: 'TemplateContent.Text',
  Html: 'TemplateContent.Html',
};

/** Names of fields in the first version, those of the second among them that stand for its own in a bulk call. */
export const NAMES_V1: FieldNames = {
  FromEmailAddress: 'Source',
  DefaultEmailTags: 'DefaultTags',
  BulkEmailEntries: 'Destinations',
  Messages: 'Destinations',
  'DefaultContent.Template.TemplateData': 'DefaultTemplateData',
  'DefaultContent.Template.TemplateName': 'Template',
  'Raw.Data': 'RawMessage.Data',
  Name: 'Domain',
  TemplateId: 'TemplateName',
  Data: 'TemplateData',
  Subject: 'SubjectPart',
  Text: 'TextPart',
  Html: 'HtmlPart',
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

/** @param names of our fields, by default those of the second version */
export function sesErrorOf(problem: Problem, names: FieldNames = NAMES): SesError {
  const [status, name] = shownAs(problem);
  return { status, name, message: messageOf(problem, names) };
}

function messageOf(problem: Problem, names: FieldNames): string {
  const { code, message } = problem;
  if (code === 'DomainNotVerified')
    return `Email address is not verified. The following identities failed the check: the domain of ${names['Source'] ?? 'Source'}`;
  return code === 'AuthorizationError' ? message : problemText(problem, names);
}

function shownAs(problem: Problem): Shown {
  const { code, extra, details = [] } = problem;
  const field = details[0]?.Field;
  if (code === 'AuthorizationError') return [403, FAULTS[(extra?.['Fault'] as SignatureFault) ?? 'unknown']];
  // A blocked sender; every other denial is about the key.
  if (code === 'PermissionDenied' && field) return REJECTED;
  if (isUnknownTemplate(problem)) return [404, 'NotFoundException'];
  if (code === 'InvalidParameter' && field === 'NextToken') return [400, 'InvalidNextTokenException'];
  return shownByCode(problem);
}

/** Says whether a template is named that does not exist, or is none of e-mail. */
export const isUnknownTemplate = ({ code, details = [] }: Pick<Problem, 'code' | 'details'>): boolean =>
  code === 'InvalidParameter' && details[0]?.Field === 'TemplateId';
