import type { ServerResponse } from 'node:http';

/** A whole answer, made ahead of its request. */
export interface DirectAnswer {
  status: number;
  /** Name, value, name, value, …; the length of the body is added. */
  headers: readonly string[];
  body?: Buffer;
}

/** Sends it from a controller, whose response has the common headers already. */
export function sendDirectAnswer(response: ServerResponse, { status, headers, body }: DirectAnswer): void {
  response.statusCode = status;
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
  response.setHeader('Content-Length', body?.length ?? 0);
  response.end(body);
}
