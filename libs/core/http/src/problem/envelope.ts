import { type CodeDefinition, STANDARD_CODES } from './codes.js';
import type { Request } from 'express';
import { type Problem } from './problem.js';

/** The part of JSON Schema that envelopes use. */
export interface Schema {
  type: 'object' | 'string' | 'array';
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  pattern?: string;
  example?: string;
}

/** The answer of one API for a Problem. */
export interface RenderedProblem {
  status: number;
  body: Record<string, unknown>;
  /** Further headers of the answer. */
  headers?: Readonly<Record<string, string>>;
  /** Sent in place of the body where an answer is no JSON; its Content-Type is among the headers. */
  text?: string;
}

/** A page for people, in place of a body for programs. */
export interface ProblemPage {
  html: string;
  /** Its own headers, the Content-Security-Policy among them. */
  headers: Readonly<Record<string, string>>;
}

/** A Problem in an answer of GraphQL. */
export interface GraphqlProblem {
  message: string;
  code: string;
  /** Further extensions beside the code. */
  extensions?: Record<string, unknown>;
}

/** The conventions of an API's answers. Each app passes its own. */
export interface Envelope {
  render(problem: Problem, requestId: string, request?: Request): RenderedProblem;
  /** The page for a client that prefers one; null for the body. Every error gets the body if absent. */
  page?(problem: Problem, request: Request): ProblemPage | null;
  /** The Problem in GraphQL, which has no body of the API; its own message and code if absent. */
  graphql?(problem: Problem): GraphqlProblem;
  /** JSON Schema of the body of an error. */
  schema: Schema;
  /** Whether every JSON object in an answer gets a `RequestId`; false if absent. */
  addsRequestId?: boolean;
  /** Whether an unknown query parameter is an error; if absent, it is ignored. */
  rejectsUnknownParameters?: boolean;
}

export const REQUEST_ID_SCHEMA: Schema = {
  type: 'string',
  pattern: '^req_[0-9a-f]{16}$',
  description: 'The id of this request, also in the header X-Request-Id',
};

export const objectSchema = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
});

export const textSchema = (description: string): Schema => ({ type: 'string', description });

/**
 * The envelope `{Error: {Type, Code, Message, Details}, RequestId}`. Every answer has `RequestId`, and unknown query
 * parameters are rejected.
 * @param own the app's codes beside the standard ones; codes of other apps become the nearest standard one
 */
export function detailedEnvelope(own: Readonly<Record<string, CodeDefinition>> = {}): Envelope {
  const codes = { ...STANDARD_CODES, ...own };
  return {
    addsRequestId: true,
    rejectsUnknownParameters: true,
    schema: objectSchema({ Error: errorSchema(Object.keys(codes)), RequestId: REQUEST_ID_SCHEMA }),
    render: ({ code, status, message, details, extra }, requestId) => {
      const error = {
        Type: status >= 500 ? 'Receiver' : 'Sender',
        Code: Object.hasOwn(codes, code) ? code : nearestCode(status),
        Message: message,
        ...(details && { Details: details }),
      };
      return { status, body: { Error: error, ...extra, RequestId: requestId } };
    },
  };
}

function nearestCode(status: number): string {
  if (status >= 500) return status === 502 ? 'ProviderError' : 'InternalError';
  return status === 403 ? 'PermissionDenied' : status === 409 ? 'Conflict' : 'ValidationError';
}

function errorSchema(codes: string[]): Schema {
  const detail = objectSchema({
    Field: textSchema('A path such as Destination.ToAddresses[3]'),
    Message: textSchema('What is wrong there'),
  });
  return objectSchema(
    {
      Type: {
        ...textSchema('Whose fault it is: Sender for the client, Receiver for the service'),
        enum: ['Sender', 'Receiver'],
      },
      Code: { ...textSchema('What went wrong, as a code'), enum: codes },
      Message: textSchema('The same in words'),
      Details: { type: 'array', description: 'The fields at fault, where there are any', items: detail },
    },
    ['Type', 'Code', 'Message'],
  );
}

/** The status for an API that answers 400 instead of 422 for an invalid parameter. */
export function textStatus({ code, status }: Problem): number {
  return code === 'InvalidParameter' || code === 'MissingParameter' ? 400 : status;
}

/** The message for an envelope without details: it names the fields at fault. */
export function textWithFields({ message, details }: Problem): string {
  if (!details?.length) return message;
  return details.map(({ Field, Message }) => (Message.includes(Field) ? Message : `${Field}: ${Message}`)).join('; ');
}
