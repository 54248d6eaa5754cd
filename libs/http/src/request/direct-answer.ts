import type { ServerResponse } from 'node:http';

/** A complete answer, prepared before its request. */
export interface DirectAnswer {
  status: number;
  /** Name, value, name, value, …; Content-Length is added. */
  headers: readonly string[];
  body?: Buffer;
}

/** Sends the answer from a controller; its response already has the protective headers. */
export function sendDirectAnswer(response: ServerResponse, { status, headers, body }: DirectAnswer): void {
  response.statusCode = status;
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
  response.setHeader('Content-Length', body?.length ?? 0);
  response.end(body);
}
