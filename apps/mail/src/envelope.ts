import { type Envelope, objectSchema, STANDARD_CODES, textSchema, textWithFields } from '#libs/core/http';
import { MAIL_CODES } from './catalogue.js';

/** Names in Mail for the standard codes that it does not have itself. */
const NAMES: Readonly<Record<string, { code: string; status: number }>> = {
  InvalidJson: { code: 'ValidationError', status: 400 },
  MissingParameter: { code: 'ValidationError', status: 400 },
  InvalidParameter: { code: 'ValidationError', status: 400 },
  PermissionDenied: { code: 'InsufficientScope', status: 403 },
  InternalError: { code: 'InternalError', status: 503 },
  ServiceUnavailable: { code: 'InternalError', status: 503 },
  ProviderError: { code: 'SendFailed', status: 502 },
};

const CODES = [...Object.keys(STANDARD_CODES), ...Object.keys(MAIL_CODES)].filter(
  (name) => (NAMES[name]?.code ?? name) === name,
);

/**
 * `{error, message}`, where `error` is a code and `message` names the fields at fault. In GraphQL `field` is the first of
 * them.
 */
export const envelope: Envelope = {
  render: (problem) => {
    const { code, status } = NAMES[problem.code] ?? problem;
    return { status, body: { error: code, message: textWithFields(problem), ...problem.extra } };
  },
  graphql: (problem) => ({
    code: NAMES[problem.code]?.code ?? problem.code,
    message: textWithFields(problem),
    extensions: { ...(problem.details?.[0] && { field: problem.details[0].Field }), ...problem.extra },
  }),
  schema: objectSchema({
    error: { ...textSchema('What went wrong, as a code'), enum: CODES },
    message: textSchema('The same in words'),
  }),
};
