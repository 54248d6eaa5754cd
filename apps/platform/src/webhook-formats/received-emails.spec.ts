import { describe, expect, it } from 'vitest';
import type { ReceivedEmailData } from '../events/event-types.js';
import { postmarkInbound } from './postmark/postmark-inbound.js';
import { resendReceived } from './resend/resend-received.js';

const EMAIL: ReceivedEmailData = {
  InboundId: 'inb_0c7b3f19ad62e04f',
  RouteId: 'irt_0c7b3f19ad62e04f',
  InternetMessageId: '<question-1@example.test>',
  InReplyTo: null,
  References: [],
  EnvelopeFrom: 'bounces@example.test',
  Recipients: ['support+4711@in.example.test'],
  From: { Address: 'ana@example.test', Name: 'Ana "A." Souza' },
  To: [{ Address: 'support+4711@in.example.test', Name: 'Support' }],
  Cc: [{ Address: 'rui@example.test', Name: '' }],
  ReplyTo: [],
  Subject: 'A question',
  Date: '2026-11-28T12:00:00.000Z',
  Text: 'Where is it?',
  Html: null,
  Truncated: false,
  Headers: [{ Name: 'X-Order', Value: '4711' }],
  Attachments: [
    { Index: 0, FileName: 'a.pdf', ContentType: 'application/pdf', Bytes: 5, ContentId: null, Url: 'https://p.test/0' },
    { Index: 1, FileName: 'b.png', ContentType: 'image/png', Bytes: 7, ContentId: 'logo', Url: 'https://p.test/1' },
  ],
  RawUrl: 'https://p.test/raw',
  Bytes: 1_234,
  AutoSubmitted: false,
  Verdicts: { Spf: 'pass', Dkim: 'pass', Dmarc: 'pass' },
};

describe('an e-mail that came', () => {
  it('is the inbound body of Postmark, with the part after the plus as MailboxHash', () => {
    expect(postmarkInbound(EMAIL)).toMatchObject({
      MessageStream: 'inbound',
      MessageID: EMAIL.InboundId,
      From: 'ana@example.test',
      FromName: 'Ana "A." Souza',
      FromFull: { Email: 'ana@example.test', Name: 'Ana "A." Souza', MailboxHash: '' },
      To: '"Support" <support+4711@in.example.test>',
      ToFull: [{ Email: 'support+4711@in.example.test', Name: 'Support', MailboxHash: '4711' }],
      Cc: 'rui@example.test',
      OriginalRecipient: 'support+4711@in.example.test',
      MailboxHash: '4711',
      TextBody: 'Where is it?',
      HtmlBody: '',
      Headers: [{ Name: 'X-Order', Value: '4711' }],
      Attachments: [
        { Name: 'a.pdf', ContentType: 'application/pdf', ContentLength: 5, ContentID: '', Url: 'https://p.test/0' },
        { Name: 'b.png', ContentType: 'image/png', ContentLength: 7, ContentID: 'logo', Url: 'https://p.test/1' },
      ],
    });
  });

  it('is email.received of Resend', () => {
    expect(resendReceived(EMAIL, new Date('2026-11-28T12:00:01Z'))).toEqual({
      type: 'email.received',
      created_at: '2026-11-28T12:00:01.000Z',
      data: {
        email_id: EMAIL.InboundId,
        created_at: '2026-11-28T12:00:01.000Z',
        from: 'Ana "A." Souza <ana@example.test>',
        to: ['support+4711@in.example.test'],
        cc: ['rui@example.test'],
        bcc: [],
        received_for: EMAIL.Recipients,
        message_id: '<question-1@example.test>',
        subject: 'A question',
        attachments: [
          {
            id: '0',
            filename: 'a.pdf',
            content_type: 'application/pdf',
            content_disposition: 'attachment',
            content_id: null,
            url: 'https://p.test/0',
          },
          {
            id: '1',
            filename: 'b.png',
            content_type: 'image/png',
            content_disposition: 'inline',
            content_id: 'logo',
            url: 'https://p.test/1',
          },
        ],
      },
    });
  });

  it.each([
    [{ From: null }, { From: 'bounces@example.test', FromName: '' }, 'bounces@example.test'],
    [{ From: { Address: 'ana@example.test', Name: '' } }, { From: 'ana@example.test' }, 'ana@example.test'],
  ])('is of the sender on its envelope where it names none: %j', (change, postmark, resend) => {
    const email = { ...EMAIL, ...change };
    expect(postmarkInbound(email)).toMatchObject(postmark);
    expect(resendReceived(email, new Date())).toMatchObject({ data: { from: resend } });
  });
});
