import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Envelope } from '../problem/envelope.js';
import { Problem } from '../problem/problem.js';
import { newRequestId } from '../request/request-id.js';
import { PROTECTIVE_HEADERS } from '../request/protective-headers.js';

/** Answers input that Node cannot parse as a request (broken HTTP, too many headers) in the envelope of the API. */
export function answerBrokenRequests(server: Server, envelope: Envelope): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(rawAnswer(envelope, error.code));
  });
}

function rawAnswer(envelope: Envelope, reason: string | undefined): string {
  const requestId = newRequestId();
  const { status, message } = describe(reason);
  const { body } = envelope.render(new Problem('ValidationError', { message }), requestId);
  const text = JSON.stringify(body);
  const headers = [
    ...PROTECTIVE_HEADERS,
    ['X-Request-Id', requestId],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(text))],
    ['Connection', 'close'],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n\r\n${text}`;
}

function describe(reason: string | undefined): { status: number; message: string } {
  if (reason === 'HPE_HEADER_OVERFLOW') return { status: 431, message: 'The URL or the headers are too long.' };
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: 'The request took too long to arrive.' };
  return { status: 400, message: 'The request is not valid HTTP.' };
}
