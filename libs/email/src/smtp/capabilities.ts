import type { SmtpReply } from './reply.js';

/** What the server announced in its answer to EHLO, as far as this client has a use for it. */
export interface SmtpCapabilities {
  pipelining: boolean;
  startTls: boolean;
  eightBitMime: boolean;
  smtpUtf8: boolean;
  /** RFC 1870: whether MAIL may declare the size, and the largest one taken; 0 when the server does not say. */
  size: boolean;
  maxSize: number;
  /** Mechanisms in capitals. */
  auth: readonly string[];
}

/** Reads the reply to EHLO; one to HELO reads as a server that can nothing. */
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
    size: announced.has('SIZE'),
    maxSize: Number.parseInt(announced.get('SIZE') ?? '', 10) || 0,
    auth: (announced.get('AUTH') ?? '').toUpperCase().split(/\s+/).filter(Boolean),
  };
}
