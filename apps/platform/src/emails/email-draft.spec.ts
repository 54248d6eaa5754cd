import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import type { MessageContent } from './dto/send-email.request.js';
import { toEmailDraft } from './email-draft.js';

const message: MessageContent = { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi.' } } };
const request = { Source: 'hello@demo.test', Destination: { ToAddresses: ['ana@example.test'] } };

function refusalOf(changes: object): string {
  try {
    toEmailDraft({ ...request, ...changes }, message, 'live');
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a header of the account', () => {
  it.each([
    'X-Campaign',
    'x-mailer',
    'List-Id',
    'List-Unsubscribe',
    'In-Reply-To',
    'References',
    'Auto-Submitted',
    'Precedence',
    'Importance',
    'Feedback-ID',
  ])('may be %s', (name) => {
    expect(refusalOf({ Headers: { [name]: 'value' } })).toBe('accepted');
  });

  it.each(['Sender', 'Errors-To', 'Apparently-To', 'Return-Receipt-To', 'Disposition', 'X-SMTPAPI', 'X-SES-TENANT'])(
    'may not be %s, which is not on the list',
    (name) => {
      expect(refusalOf({ Headers: { [name]: 'value' } })).toBe(
        `Headers.${name} is none of the headers that may be added`,
      );
    },
  );

  it.each(['From', 'Subject', 'DKIM-Signature', 'Content-Type', 'Resent-To'])(
    'may not be %s, which the platform writes',
    (name) => {
      expect(refusalOf({ Headers: { [name]: 'value' } })).toBe(`Headers.${name} is written by the platform`);
    },
  );
});

describe('the content of an attachment', () => {
  const attachment = (Data: string) => ({ Attachments: [{ FileName: 'a.txt', ContentType: 'text/plain', Data }] });

  it.each(['', 'aGk=', 'aGk', 'YQ==', 'YQ', 'YWJj'])('may be %j', (data) => {
    expect(refusalOf(attachment(data))).toBe('accepted');
  });

  it.each(['a', 'aGk==', 'YWJjZ', 'YQ='])('may not be %j, of which a part is missing', (data) => {
    expect(refusalOf(attachment(data))).toBe('Attachments[0].Data is base64 of which a part is missing');
  });
});
