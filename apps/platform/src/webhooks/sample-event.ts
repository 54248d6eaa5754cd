import { newId } from '#libs/core/persistence';
import {
  COMPLAINT,
  complaintDetail,
  contactData,
  crmContactData,
  departureDetail,
  disabledData,
  messageData,
  readingDetail,
  statementDetail,
} from '../events/event-data.js';
import { receivedTextData } from '../events/received-text-data.js';
import type { EventType } from '../events/event-types.js';
import { receivedEmailData } from '../events/received-email-data.js';
import type { WebhookEvent } from './webhook-payload.js';

/** Outcome of the message of a sample. */
interface Outcome {
  error?: string;
  detail?: Record<string, unknown>;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const UNKNOWN_USER = '550 5.1.1 User unknown';
const FIVE_DAYS_MS = 5 * 86_400_000;

const email = ({ error = undefined, detail }: Outcome = {}): object => {
  const id = newId('msg');
  return messageData({
    messageId: id,
    internetMessageId: `<${id}@example.test>`,
    sender: 'Example <hello@example.test>',
    recipient: 'someone@example.test',
    subject: 'A sample',
    tags: { order: '4711' },
    campaignId: null,
    error: error ?? null,
    webhookData: detail,
  });
};

const text = (error: string | null = null): object =>
  messageData({ ...SHORT, messageId: newId('sms'), sender: '+15550100', recipient: '+15550199', subject: '', error });

const receivedText = (now: Date): object =>
  receivedTextData({
    id: newId('itx'),
    sender: '+15550199',
    recipient: '+15550100',
    body: 'Where is my order?',
    keyword: null,
    receivedAt: now,
  });

const push = (error: string | null = null): object =>
  messageData({ ...SHORT, messageId: newId('psh'), sender: '', recipient: 'topic:sample', subject: 'A sample', error });

const SHORT = { internetMessageId: null, tags: null, campaignId: null };

const contact = (): object =>
  contactData({
    id: newId('cnt'),
    externalId: 'customer-4711',
    email: 'someone@example.test',
    phone: '+15550199',
    name: 'Someone',
    attributes: { city: 'Lisbon' },
  });

const received = (now: Date): object => {
  const id = newId('inb');
  const url = `https://example.test/v1/inbound/emails/${id}`;
  const from = { address: 'someone@example.test', name: 'Someone' };
  const to = { address: 'support@mail.example.test', name: '' };
  return receivedEmailData({
    id,
    routeId: newId('irt'),
    envelopeFrom: from.address,
    recipients: [to.address],
    bytes: 1_234,
    messageId: 'question-1@example.test',
    inReplyTo: null,
    references: [],
    from,
    to: [to],
    cc: [],
    replyTo: [],
    subject: 'A sample',
    date: now.toISOString(),
    text: 'Where is my order?',
    html: '<p>Where is my order?</p>',
    headers: [{ name: 'Subject', value: 'A sample' }],
    attachments: [
      {
        Index: 0,
        FileName: 'order.pdf',
        ContentType: 'application/pdf',
        Bytes: 512,
        ContentId: null,
        Url: `${url}/attachments/0`,
      },
    ],
    rawUrl: `${url}/raw`,
    autoSubmitted: false,
    verdicts: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  });
};

/** The data of a sample of each type: that of a real event, by what makes it. */
const SAMPLES: Readonly<Record<EventType, (now: Date) => object>> = {
  'email.sent': () => email(),
  'email.delivered': () =>
    email({ detail: statementDetail({ status: '2.0.0', smtpCode: 250, diagnostic: '250 2.0.0 OK' }) }),
  'email.bounced': () =>
    email({
      error: UNKNOWN_USER,
      detail: statementDetail({ type: 'hard', status: '5.1.1', smtpCode: 550, diagnostic: UNKNOWN_USER }),
    }),
  'email.complained': () => email({ error: COMPLAINT, detail: complaintDetail('abuse', 'Example-Loop/1.0') }),
  'email.opened': () => email({ detail: readingDetail({ userAgent: AGENT, machine: false }) }),
  'email.clicked': () =>
    email({ detail: readingDetail({ url: 'https://example.test/', userAgent: AGENT, machine: false }) }),
  'email.unsubscribed': () => email({ detail: departureDetail(null, { Via: 'link' }) }),
  'email.failed': () => email({ error: '554 5.7.1 Rejected by policy' }),
  'sms.sent': () => text(),
  'sms.delivered': () => text(),
  'sms.received': receivedText,
  'sms.failed': () => text('The carrier reports: undelivered'),
  'push.sent': () => push(),
  'push.delivered': () => push(),
  'push.failed': () => push('The device is no longer registered'),
  'contact.created': contact,
  'contact.updated': contact,
  'contact.unsubscribed': () => departureDetail(null, { ...contact() }),
  'crm.contact.created': () => crmContactData(newId('cnt')),
  'crm.contact.updated': () => crmContactData(newId('cnt'), ['nome', 'estagio']),
  'crm.contact.deleted': () => crmContactData(newId('cnt')),
  'crm.contact.promoted': () => crmContactData(newId('cnt')),
  'email.received': received,
  'webhook.disabled': (now) =>
    disabledData(newId('whk'), 'https://example.test/hooks', new Date(now.getTime() - FIVE_DAYS_MS)),
};

/** A sample of an event, with the data of a real one, and marked with `Test`. */
export function sampleEvent(type: EventType): WebhookEvent {
  const occurredAt = new Date();
  const data = { ...SAMPLES[type](occurredAt), Test: true };
  return { id: newId('evt'), type, occurredAt, environment: 'test', data } as WebhookEvent;
}
