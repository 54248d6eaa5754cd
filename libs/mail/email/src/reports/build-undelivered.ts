import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { addressHeader, assertNoInjection, textHeader } from '../mime/header.js';
import { encodeText } from '../mime/transfer-encoding.js';

/** A recipient that a message could not be delivered to. */
export interface UndeliveredRecipient {
  address: string;
  /** Reply of the mail server, on one line. */
  response: string;
}

/** Content of a report about an undelivered message, for its sender. */
export interface UndeliveredReport {
  /** The host name of this mail system. */
  reporter: string;
  /** The sender of the report: `MAILER-DAEMON@<domain>`. */
  from: string;
  /** The sender of the message. */
  to: string;
  messageId: string;
  date: Date;
  recipients: readonly UndeliveredRecipient[];
  /** The first sentence, which ends in a colon; that of one's own message by default. */
  about?: string;
  /** The header section of the message; it is cut to 16 KiB. */
  headers: Buffer;
}

const HEADERS_MAX = 16 * 1024;
/** RFC 3463, in a reply such as `550 5.1.1 unknown`. */
const ENHANCED_STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Builds the report that a message could not be delivered (RFC 3464 in multipart/report, RFC 6522): a text for the sender,
 * the status of each recipient for programs, and the headers of the message.
 */
export function buildUndeliveredReport(report: UndeliveredReport): Buffer {
  const boundary = `=_${randomUUID()}`;
  const head =
    addressHeader('From', [{ name: 'Mail Delivery System', address: report.from, smtpUtf8: false }]) +
    addressHeader('To', [{ address: report.to, smtpUtf8: false }]) +
    textHeader('Subject', 'Undelivered message') +
    `Message-ID: <${report.messageId}>\r\n` +
    `Date: ${report.date.toUTCString().slice(0, -3)}+0000\r\n` +
    'Auto-Submitted: auto-replied\r\n' +
    'MIME-Version: 1.0\r\n' +
    `Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"\r\n\r\n`;
  const parts = [explanation(report), deliveryStatus(report), originalHeaders(report.headers)];
  return Buffer.concat([
    Buffer.from(head),
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

function explanation({ recipients, about = 'Your message could not be delivered to:' }: UndeliveredReport): Buffer {
  const list = recipients.map(({ address, response }) => `${address}\r\n    ${oneLine(response)}\r\n`).join('\r\n');
  const { encoding, content } = encodeText(
    `${about}\r\n\r\n${list}\r\nIt will not be tried again for these recipients.\r\n`,
  );
  return Buffer.from(
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}`,
  );
}

function deliveryStatus({ reporter, recipients }: UndeliveredReport): Buffer {
  assertNoInjection('reporter', reporter);
  const groups = recipients.map(({ address, response }) => {
    assertNoInjection('recipient', address);
    const status = ENHANCED_STATUS.exec(response)?.[1];
    return (
      `Final-Recipient: rfc822; ${address}\r\nAction: failed\r\n` +
      `Status: ${status?.startsWith('5') ? status : '5.0.0'}\r\nDiagnostic-Code: smtp; ${oneLine(response)}\r\n`
    );
  });
  const lines = [`Reporting-MTA: dns; ${reporter}\r\n`, ...groups].join('\r\n');
  return Buffer.from(`Content-Type: message/delivery-status\r\n\r\n${lines}`);
}

function originalHeaders(headers: Buffer): Buffer {
  const end = headers.indexOf('\r\n\r\n');
  const section = headers.subarray(0, Math.min(end < 0 ? headers.length : end + 2, HEADERS_MAX));
  return Buffer.concat([Buffer.from('Content-Type: text/rfc822-headers\r\n\r\n'), section]);
}

/** ASCII on one line: servers answer what they like. */
const oneLine = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500);
