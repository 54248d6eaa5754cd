import { type Envelope, objectSchema, textSchema } from '#libs/core/http';
import { sesErrorOf } from './ses-errors.js';

/** Errors as clients of the second version of SES know them: the name in a header, the text in the body. */
export const sesV2Envelope: Envelope = {
  schema: objectSchema({ message: textSchema('What is wrong') }),
  render: (problem, requestId) => {
    const { status, name, message } = sesErrorOf(problem);
    return { status, body: { message }, headers: { 'x-amzn-errortype': name, 'x-amzn-requestid': requestId } };
  },
};
