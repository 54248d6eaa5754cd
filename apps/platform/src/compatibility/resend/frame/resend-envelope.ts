import type { Request } from 'express';
import { type Envelope, objectSchema, type Problem, textSchema } from '#libs/core/http';
import { errorTable, type ShownError } from '../../frame/error-table.js';
import { problemText, type FieldNames } from '../../frame/problem-text.js';
import { withBroadcastStatus } from './broadcast-status.js';

const NAMES: FieldNames = {
  Source: 'from',
  'Destination.ToAddresses': 'to',
  'Destination.CcAddresses': 'cc',
  'Destination.BccAddresses': 'bcc',
  Destination: 'to, cc and bcc',
  Message: 'html or text',
  'Message.Subject.Data': 'subject',
  'Message.Body': 'html or text',
  'Message.Body.Text.Data': 'text',
  'Message.Body.Html.Data': 'html',
  TemplateId: 'template.id',
  TemplateData: 'template.variables',
  TopicId: 'topic_id',
  SendAt: 'scheduled_at',
  ReplyToAddresses: 'reply_to',
  Headers: 'headers',
  Attachments: 'attachments',
  'Attachments.Url': 'attachments.path',
  'Attachments.Data': 'attachments.content',
  'Attachments.FileName': 'attachments.filename',
  'Attachments.ContentType': 'attachments.content_type',
  Tags: 'tags',
  Messages: 'The list of e-mails',
  Name: 'name',
  Description: 'description',
  Email: 'email',
  Address: 'email',
  Attributes: 'properties',
  ListId: 'segment_id',
  Subject: 'subject',
  Html: 'html',
  Text: 'text',
  Alias: 'alias',
  Url: 'endpoint',
  Events: 'events',
  Format: '',
  Active: 'status',
};

const BY_STATUS: Readonly<Record<number, string>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  500: 'application_error',
};

const shownByCode = errorTable<string>(
  {
    AuthorizationError: [403, 'invalid_api_key'],
    PermissionDenied: [401, 'restricted_api_key'],
    TenantSuspended: [403, 'invalid_access'],
    PlanLimitExceeded: [429, 'monthly_quota_exceeded'],
    InvalidJson: [400, 'validation_error'],
    ValidationError: [422, 'validation_error'],
    MissingParameter: [422, 'missing_required_field'],
    IdempotencyConflict: [409, 'invalid_idempotent_request'],
    DomainNotVerified: [403, 'validation_error'],
    Throttling: [429, 'rate_limit_exceeded'],
    PayloadTooLarge: [413, 'validation_error'],
  },
  (status) => BY_STATUS[status] ?? (status < 500 ? 'validation_error' : 'internal_server_error'),
);

/** Words of conflicts, which name no field. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bSendAt\b/g, 'scheduled_at'],
  [/\bA campaign\b/g, 'A broadcast'],
  [/\bThe campaign\b/g, 'The broadcast'],
  [/\bgoes to this list\b/g, 'goes to this segment'],
];

/** Text of a Problem under Resend's names of fields. */
export function resendText(problem: Problem): string {
  const text = problemText(problem, NAMES);
  if (problem.details?.length) return text;
  return WORDS.reduce((known, [ours, theirs]) => known.replaceAll(ours, theirs), withBroadcastStatus(text));
}

/** Errors as clients of Resend know them: `{statusCode, name, message}`. */
export const resendEnvelope: Envelope = {
  schema: objectSchema({ name: textSchema('The kind of error'), message: textSchema('What is wrong') }),
  render: (problem, _requestId, request) => {
    const [status, name] = shownAs(problem, request);
    return { status, body: { statusCode: status, name, message: resendText(problem) } };
  },
};

function shownAs(problem: Problem, request: Request | undefined): ShownError<string> {
  const { code, message } = problem;
  if (code === 'AuthorizationError' && !request?.headers.authorization) return [401, 'missing_api_key'];
  if (code === 'InvalidParameter' && problem.details?.[0]?.Field === 'Idempotency-Key')
    return [400, 'invalid_idempotency_key'];
  if (code === 'PermissionDenied' && problem.details) return [403, 'validation_error'];
  if (code === 'QuotaExceeded') return [429, /daily/.test(message) ? 'daily_quota_exceeded' : 'monthly_quota_exceeded'];
  return shownByCode(problem);
}
