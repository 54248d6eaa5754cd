import type { SmtpReply } from './reply.js';

/** The extensions in the server's answer to EHLO that this client uses. */
export interface SmtpCapabilities {
  pipelining: boolean;
  startTls: boolean;
  eightBitMime: boolean;
  smtpUtf8: boolean;
  /** RFC 3461: whether it reports deliveries when asked to. */
  dsn: boolean;
  /** RFC 1870: whether MAIL may declare the size, and the largest size; 0 if the server does not state it. */
  size: boolean;
  maxSize: number;
  /** Mechanisms in capitals. */
  auth: readonly string[];
}

/** Parses the reply to EHLO. A reply to HELO has no capabilities. */
export function readCapabilities(reply: SmtpReply): SmtpCapabilities {
  const announced = new Map<string, string>();
  for (const line of reply.lines.slice(1)) {
    // Old servers write AUTH=LOGIN beside, or instead of, AUTH LOGIN.
    const [, keyword = '', parameters = ''] = /^([A-Za-z0-9-]+)[ =]?(.*)$/.exec(line.trim()) ?? [];
    const name = keyword.toUpperCase();
    announced.set(name, `${announced.get(name) ?? ''} ${parameters}`.trim());
  }
  return {
    pipelining: announced.has('PIPELINING'),
    startTls: announced.has('STARTTLS'),
    eightBitMime: announced.has('8BITMIME'),
    smtpUtf8: announced.has('SMTPUTF8'),
    dsn: announced.has('DSN'),
    size: announced.has('SIZE'),
    maxSize: Number.parseInt(announced.get('SIZE') ?? '', 10) || 0,
    auth: (announced.get('AUTH') ?? '').toUpperCase().split(/\s+/).filter(Boolean),
  };
}
