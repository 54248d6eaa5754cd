import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { buildUndeliveredReport } from './build-undelivered.js';
import { parseReport } from './parse-report.js';

const report = (response: string, headers = 'From: ana@acme.test\r\nMessage-ID: <m@acme.test>\r\n\r\nbody') =>
  buildUndeliveredReport({
    reporter: 'mx.acme.test',
    from: 'MAILER-DAEMON@acme.test',
    to: 'ana@acme.test',
    messageId: 'r@acme.test',
    date: new Date('2026-11-01T10:00:00Z'),
    recipients: [{ address: 'bob@other.test', response }],
    headers: Buffer.from(headers),
  });

describe('a report about an undelivered message', () => {
  it('is read as a permanent bounce of its recipient', async () => {
    const parsed = await parseReport(report('550 5.1.1 no such user'));
    expect(parsed).toMatchObject({
      kind: 'delivery',
      recipients: [{ recipient: 'bob@other.test', action: 'failed', status: '5.1.1' }],
    });
  });

  it('has a permanent status when the last answer was a temporary one', () => {
    expect(report('451 4.3.0 later').toString()).toContain('Status: 5.0.0\r\n');
  });

  it('names the message by its headers alone', () => {
    const text = report('550 no').toString();
    expect(text).toContain('Message-ID: <m@acme.test>\r\n');
    expect(text).not.toContain('body');
  });

  it('takes no line breaks from the answer of a server', () => {
    expect(report('550 no\r\nBcc: all@other.test').toString()).not.toMatch(/^Bcc:/m);
  });
});
