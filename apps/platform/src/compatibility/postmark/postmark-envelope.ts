import { type Envelope, objectSchema, type Problem, textSchema } from '#libs/core/http';
import { errorTable, type ShownError } from '../frame/error-table.js';
import { problemText, type FieldNames } from '../frame/problem-text.js';

const NAMES: FieldNames = {
  Source: 'From',
  'Destination.ToAddresses': 'To',
  'Destination.CcAddresses': 'Cc',
  'Destination.BccAddresses': 'Bcc',
  Destination: 'To, Cc and Bcc',
  Message: 'HtmlBody or TextBody',
  'Message.Subject.Data': 'Subject',
  'Message.Body': 'HtmlBody or TextBody',
  'Message.Body.Text.Data': 'TextBody',
  'Message.Body.Html.Data': 'HtmlBody',
  TemplateId: 'TemplateId or TemplateAlias',
  TemplateData: 'TemplateModel',
  TopicId: 'MessageStream',
  ReplyToAddresses: 'ReplyTo',
  'Attachments.FileName': 'Attachments.Name',
  'Attachments.Data': 'Attachments.Content',
  'Attachments.ContentId': 'Attachments.ContentID',
  Tags: 'Tag and Metadata',
  Html: 'HtmlBody',
  Text: 'TextBody',
  Events: 'Triggers',
  Format: '',
  Active: '',
  Messages: 'The list of messages',
  from: 'fromdate',
  to: 'todate',
};

/** The list of messages has a name where it is not the body itself. */
const NAMES_IN_BODY: FieldNames = { ...NAMES, Messages: 'Messages' };

/** The message of a fault: another value stands where a list of messages is wanted. */
export const LIST_WANTED = 'must be a list of messages';

/** An error as Postmark numbers it, with the status of a call that is answered with it. */
export interface PostmarkError {
  status: number;
  ErrorCode: number;
  Message: string;
}

type Shown = ShownError<number>;

const INVALID: Shown = [422, 300];

const shownByCode = errorTable<number>(
  {
    AuthorizationError: [401, 10],
    PermissionDenied: [401, 10],
    TenantSuspended: [422, 412],
    PlanLimitExceeded: [422, 405],
    QuotaExceeded: [422, 405],
    DomainNotVerified: [422, 400],
    SuppressedAddress: [422, 406],
    InvalidJson: [422, 402],
    ValidationError: INVALID,
    InvalidParameter: INVALID,
    AlreadyExists: INVALID,
    InvalidRecipient: INVALID,
    MissingParameter: INVALID,
    Throttling: [429, 429],
    PayloadTooLarge: [413, 300],
  },
  // Its numbers are not those of HTTP: 405, for one, is that the account may send no more.
  (status) => (status < 500 ? INVALID[1] : 0),
);

const NOT_FOUND: readonly (readonly [RegExp, Shown])[] = [
  [/^\/messages\/(?:in|out)bound\/(?:(?:opens|clicks)\/[^/]+|[^/]+\/\w+)$/, [422, 701]],
  [/^\/bounces\/[^/]+(?:\/activate)?$/, [422, 407]],
  [/^\/postmark\/templates\/[^/]+$/, [422, 1_101]],
  [/^\/message-streams\/[^/]+/, [422, 1_226]],
];

const REFUSED: readonly (readonly [RegExp, Shown])[] = [
  [/^\/messages\/inbound\/[^/]+\/bypass$/, [422, 702]],
  [/^\/messages\/inbound\/[^/]+\/retry$/, [422, 703]],
];

/** Paths that clients ask for and that do not exist, with what there is in their place. */
const ABSENT: readonly (readonly [RegExp, string])[] = [
  [/^\/triggers\//, 'There are no rules for e-mails that come: routes of received e-mail say which ones do.'],
  [/^\/email\/bulk/, 'There is no bulk call: a campaign sends an e-mail to a list.'],
  [/^\/bounces\/[^/]+\/dump$/, 'Reports of bounces are not kept: Details of the bounce is what the server said.'],
];

/** Errors as clients of Postmark know them: `{ErrorCode, Message}`. */
export const postmarkEnvelope: Envelope = {
  schema: objectSchema({ Message: textSchema('What is wrong') }),
  render: (problem, _requestId, request) => {
    const { status, ...body } = postmarkErrorOf(problem, request?.path);
    return { status, body };
  },
};

/** @param path of the call: what is not found has a number of its own */
export function postmarkErrorOf(problem: Problem, path = ''): PostmarkError {
  const [status, ErrorCode] = shownAs(problem, path);
  return { status, ErrorCode, Message: messageOf(problem, ErrorCode, path) };
}

/** A field may say more than the code does. */
function shownAs(problem: Problem, path: string): Shown {
  const { code, message, details = [] } = problem;
  if (code === 'NotFound') return NOT_FOUND.find(([pattern]) => pattern.test(path))?.[1] ?? [404, 404];
  if (code === 'Conflict') return REFUSED.find(([pattern]) => pattern.test(path))?.[1] ?? INVALID;
  const field = details[0]?.Field;
  if (code === 'InvalidParameter' && path === '/bounces') return [422, 408];
  if (code === 'InvalidJson' && message.endsWith('send application/json.')) return [422, 409];
  if (code === 'ValidationError' && (field === 'The body' || details[0]?.Message === LIST_WANTED)) return [422, 403];
  if (code === 'ValidationError' && field === 'Messages' && details[0]?.Message.includes('no more than'))
    return [422, 410];
  // A blocked sender; every other denial is about the key.
  if (code === 'PermissionDenied' && field === 'Source') return [422, 400];
  if (code === 'InvalidParameter' && field === 'TemplateId') return [422, 1_101];
  if (code === 'InvalidParameter' && field === 'TopicId') return [422, 1_235];
  if (code === 'MissingParameter' && field?.startsWith('TemplateData')) return [422, 1_109];
  return shownByCode(problem);
}

function messageOf(problem: Problem, ErrorCode: number, path: string): string {
  if (ErrorCode === 406) return inactiveText(problem);
  if (ErrorCode === 1_235) return 'MessageStream is no stream of this server';
  const absent = problem.code === 'NotFound' ? ABSENT.find(([pattern]) => pattern.test(path)) : undefined;
  return absent?.[1] ?? problemText(problem, /^\/email\/batchwithtemplates$/i.test(path) ? NAMES_IN_BODY : NAMES);
}

/** The client reads the addresses out of this sentence. */
function inactiveText({ details = [] }: Problem): string {
  const addresses = details.map(({ Message }) => Message.split(' ', 1)[0]).join(', ');
  return (
    `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${addresses}. ` +
    'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.'
  );
}
