import { type Envelope, objectSchema, type Problem, textSchema } from '#libs/core/http';
import { isUnknownTemplate, NAMES_V1, sesErrorOf } from './ses-errors.js';

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

export const XML_TYPE = 'text/xml; charset=utf-8';

/** Names of the first version where they differ from those of the second. */
const NAMES: Readonly<Record<string, string>> = {
  AccessDeniedException: 'AccessDenied',
  AccountSuspendedException: 'AccountSendingPausedException',
  AlreadyExistsException: 'AlreadyExists',
  BadRequestException: 'InvalidParameterValue',
  InternalServiceErrorException: 'InternalFailure',
  InvalidNextTokenException: 'InvalidParameterValue',
  LimitExceededException: 'Throttling',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  TooManyRequestsException: 'Throttling',
  UnrecognizedClientException: 'InvalidClientTokenId',
};

/** Parts of a template. */
const PARTS = new Set(['Subject', 'Text', 'Html']);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot have are left out. A line break of two characters stays as it is. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one)
    .replaceAll('\r', '&#xD;');

/** Value of an answer: a text, a list, values by name, or a map; what is undefined is left out. */
export type XmlValue = string | readonly XmlValue[] | ReadonlyMap<string, XmlValue> | XmlValues | undefined;

export interface XmlValues {
  readonly [name: string]: XmlValue;
}

/** Answer of an action, with its values in one element. */
export function xmlAnswer(action: string, values: XmlValues, requestId: string): string {
  return (
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${contentOf(values)}</${action}Result>` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`
  );
}

const element = (name: string, value: XmlValue): string =>
  value === undefined ? '' : `<${name}>${contentOf(value)}</${name}>`;

function contentOf(value: XmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escaped(value);
  if (isList(value)) return value.map((item) => element('member', item)).join('');
  if (value instanceof Map)
    return [...(value as ReadonlyMap<string, XmlValue>)]
      .map(([key, of]) => element('entry', { key, value: of }))
      .join('');
  return Object.entries(value as XmlValues)
    .map(([name, below]) => element(name, below))
    .join('');
}

const isList = (value: XmlValue): value is readonly XmlValue[] => Array.isArray(value);

/** Errors as clients of the first version of SES know them, in XML. */
export const sesV1Envelope: Envelope = {
  schema: objectSchema({ Message: textSchema('What is wrong') }),
  render: (problem, requestId) => {
    const { status, name, message } = sesErrorOf(problem, NAMES_V1);
    const code = ownCodeOf(problem) ?? NAMES[name] ?? name;
    const type = status < 500 ? 'Sender' : 'Receiver';
    const text =
      `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>${type}</Type><Code>${code}</Code>` +
      `<Message>${escaped(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    // Every fault of the sender but a wrong signature is 400 there.
    const shown = status < 500 && status !== 403 && status !== 413 ? 400 : status;
    return { status: shown, body: {}, text, headers: { 'Content-Type': XML_TYPE } };
  },
};

/** Code for what the second version has no name of its own. */
function ownCodeOf(problem: Problem): string | undefined {
  const { code, details = [] } = problem;
  const field = details[0]?.Field ?? '';
  if (isUnknownTemplate(problem)) return 'TemplateDoesNotExist';
  if (code === 'PlanLimitExceeded') return 'LimitExceeded';
  if (field === 'Action') return code === 'MissingParameter' ? 'MissingAction' : 'InvalidAction';
  if (code === 'MissingParameter' && field.startsWith('TemplateData.')) return 'MissingRenderingAttribute';
  if (PARTS.has(field)) return 'InvalidTemplate';
  return field === 'TemplateData' || field === 'Data' ? 'InvalidRenderingParameter' : undefined;
}
