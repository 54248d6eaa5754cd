import type { Request, Response } from 'express';
import { type Envelope, type ProblemPage } from '../problem/envelope.js';
import { type Problem } from '../problem/problem.js';
import { stateOf } from './request-state.js';

const JSON_TYPE = 'application/json; charset=utf-8';

type Ending = (response: Response, text: string) => void;

const endAtOnce: Ending = (response, text) => void response.end(text);

let end = endAtOnce;

/** Sets how every app of this process ends its JSON answers; if absent, by `response.end` at once. */
export function endAnswersBy(ending: Ending = endAtOnce): void {
  end = ending;
}

/** Sends JSON text, without Express's handling of type, ETag and freshness. */
export function sendJsonText(response: Response, text: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // Writes the headers now, so that the caller gets the error if one of them is invalid.
  response.writeHead(response.statusCode);
  end(response, text);
}

/** Adds `RequestId` to the text of a JSON object, unless the body has one. */
export function withRequestId(text: string, body: object, requestId: string): string {
  if (text.charCodeAt(0) !== 0x7b || 'RequestId' in body) return text;
  const member = `"RequestId":"${requestId}"}`;
  return text.length === 2 ? `{${member}` : `${text.slice(0, -1)},${member}`;
}

/** Answers with a Problem in the envelope of the API. If headers are already sent, closes the connection. */
export function sendProblem(envelope: Envelope, problem: Problem, request: Request, response: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const state = stateOf(request);
  state.problemStatus = problem.status;
  const own = state.envelope ?? envelope;
  const { status, body, headers, text } = own.render(problem, state.requestId, request);
  response.statusCode = status;
  clearBodyHeaders(response);
  for (const [name, value] of Object.entries({ ...problem.headers, ...headers })) response.setHeader(name, value);
  const page = own.page?.(problem, request);
  if (page) return sendPage(response, page);
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) response.setHeader('WWW-Authenticate', 'Bearer');
  sendJsonText(response, text ?? JSON.stringify(body));
}

function sendPage(response: Response, { html, headers }: ProblemPage): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
}

/** Removes headers that a failed handler set for its own body. */
function clearBodyHeaders(response: Response): void {
  for (const name of ['Content-Type', 'Content-Length', 'Content-Disposition', 'Content-Encoding', 'ETag', 'Location'])
    response.removeHeader(name);
  response.setHeader('Cache-Control', 'no-store');
}
