import { errorCode, NameUnresolved, TlsFailed, UrlRejected } from '../errors.js';
import type { OutboundFailureKind } from './result.js';

export type Fault = { kind: OutboundFailureKind; message: string };

const CONNECT_SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset while it was being made',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  ETIMEDOUT: 'The host did not answer the connection attempt',
};

/** Describes an error without an address, which messages of Node and undici contain. */
export function describeFault(error: Error, connected: boolean): Fault {
  if (error instanceof UrlRejected) return { kind: 'refused-address', message: `The URL ${error.message}` };
  if (error instanceof NameUnresolved) return { kind: 'dns', message: error.message };
  if (error instanceof TlsFailed) return { kind: 'tls', message: error.message };
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'too-large', message: 'The headers of the answer are too large' };
  if (code === 'UND_ERR_INVALID_ARG') return { kind: 'protocol', message: 'The request cannot be sent over HTTP' };
  if (!connected) return { kind: 'connect', message: CONNECT_SENTENCES[code] ?? 'The connection could not be made' };
  return { kind: 'protocol', message: describeProtocolFault(error) };
}

function describeProtocolFault(error: Error): string {
  if (error.name === 'HTTPParserError') return 'The answer is not valid HTTP';
  return 'The connection was closed before the answer was complete';
}
