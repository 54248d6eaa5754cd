import { Buffer } from 'node:buffer';
import type { OutgoingMail } from '../src/mime/message.js';

/** A complete mail; a spec overrides the fields that it tests. */
export function mailWith(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    from: 'Acme <hello@acme.test>',
    to: ['user@example.test'],
    subject: 'Hello',
    text: 'Hello, world\n',
    messageId: 'msg_0001@acme.test',
    date: new Date('2026-03-01T10:20:30Z'),
    ...changes,
  };
}

/** The header section as lines, still folded. */
export function headerLines(message: Buffer): string[] {
  const text = message.toString('utf8');
  return text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
}
