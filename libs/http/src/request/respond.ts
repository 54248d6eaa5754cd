import type { Request, Response } from 'express';
import { type Envelope } from '../problem/envelope.js';
import { type Problem } from '../problem/problem.js';
import { stateOf } from './request-state.js';

const JSON_TYPE = 'application/json; charset=utf-8';

type Ending = (response: Response, text: string) => void;

const endAtOnce: Ending = (response, text) => void response.end(text);

let end = endAtOnce;

/** How every app of this process ends its JSON answers from now on; at once if absent. */
export function endAnswersBy(ending: Ending = endAtOnce): void {
  end = ending;
}

/**
 * Sends text that is JSON already. Skips what Express does for every body: types, ETag, freshness.
 */
export function sendJsonText(response: Response, text: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // From here on there is an answer, and what is wrong with its headers is the caller's to know.
  response.writeHead(response.statusCode);
  end(response, text);
}

/** Adds `RequestId` to the text of a JSON object, unless the body has one. */
export function withRequestId(text: string, body: object, requestId: string): string {
  if (text.charCodeAt(0) !== 0x7b || 'RequestId' in body) return text;
  const member = `"RequestId":"${requestId}"}`;
  return text.length === 2 ? `{${member}` : `${text.slice(0, -1)},${member}`;
}

/** Answers with a problem in the envelope of the API. A response that has begun can only be cut off. */
export function sendProblem(envelope: Envelope, problem: Problem, request: Request, response: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, body } = envelope.render(problem, stateOf(request).requestId);
  response.statusCode = status;
  clearBodyHeaders(response);
  for (const [name, value] of Object.entries(problem.headers ?? {})) response.setHeader(name, value);
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) response.setHeader('WWW-Authenticate', 'Bearer');
  sendJsonText(response, JSON.stringify(body));
}

/** What the failed handler had said of its body does not hold for the problem. */
function clearBodyHeaders(response: Response): void {
  for (const name of ['Content-Type', 'Content-Length', 'Content-Disposition', 'Content-Encoding', 'ETag', 'Location'])
    response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
}
