import { type Envelope, objectSchema, textSchema } from '#libs/core/http';
import { sesErrorOf } from './ses-errors.js';

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';

export const XML_TYPE = 'text/xml; charset=utf-8';

/** Names of the first version where they differ from those of the second. */
const NAMES: Readonly<Record<string, string>> = {
  AccessDeniedException: 'AccessDenied',
  BadRequestException: 'InvalidParameterValue',
  InternalServiceErrorException: 'InternalFailure',
  LimitExceededException: 'Throttling',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  TooManyRequestsException: 'Throttling',
  UnrecognizedClientException: 'InvalidClientTokenId',
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot have are left out. */
const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

/** Answer of an action, with its values in one element. */
export function xmlAnswer(action: string, values: Readonly<Record<string, string>>, requestId: string): string {
  const inner = Object.entries(values).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return (
    `<${action}Response xmlns="${NAMESPACE}"><${action}Result>${inner.join('')}</${action}Result>` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`
  );
}

/** Errors as clients of the first version of SES know them, in XML. */
export const sesV1Envelope: Envelope = {
  schema: objectSchema({ Message: textSchema('What is wrong') }),
  render: (problem, requestId) => {
    const { status, name, message } = sesErrorOf(problem);
    const isTemplate = name === 'NotFoundException' && problem.code === 'InvalidParameter';
    const code = isTemplate ? 'TemplateDoesNotExist' : (NAMES[name] ?? name);
    const type = status < 500 ? 'Sender' : 'Receiver';
    const text =
      `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>${type}</Type><Code>${code}</Code>` +
      `<Message>${escaped(message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    // Every fault of the sender but a wrong signature is 400 there.
    const shown = status < 500 && status !== 403 && status !== 413 ? 400 : status;
    return { status: shown, body: {}, text, headers: { 'Content-Type': XML_TYPE } };
  },
};
