import type { ServerResponse } from 'node:http';

/** A complete answer, prepared before its request. */
export interface DirectAnswer {
  status: number;
  /** Name, value, name, value, …; Content-Length is added. */
  headers: readonly string[];
  body?: Buffer;
  /** Whether `headers` has the answer's own protective headers. If absent, those of every answer are added. */
  isProtected?: boolean;
}

/** A 304 has no body, and a length would be that of the body which it leaves out. */
export const hasLength = ({ status }: DirectAnswer): boolean => status !== 304;

/** Sends the answer from a controller; its response already has the protective headers. */
export function sendDirectAnswer(response: ServerResponse, answer: DirectAnswer): void {
  const { status, headers, body } = answer;
  response.statusCode = status;
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
  if (hasLength(answer)) response.setHeader('Content-Length', body?.length ?? 0);
  response.end(body);
}
