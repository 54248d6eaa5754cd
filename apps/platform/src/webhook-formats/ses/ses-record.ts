import { detailOf, type TheirEvent } from '../their-event.js';
import { WORDS } from '../words.js';

/** Kinds of bounces at Amazon SES; a block is of the sender or its server, and says nothing of the address. */
const BOUNCES: Readonly<Record<string, object>> = {
  hard: { bounceType: 'Permanent', bounceSubType: 'General' },
  soft: { bounceType: 'Transient', bounceSubType: 'General' },
  block: { bounceType: 'Transient', bounceSubType: 'ContentRejected' },
};
const UNDETERMINED = { bounceType: 'Undetermined', bounceSubType: 'Undetermined' };

/** Events that identities of SES tell of as well, under another name of the field: receivers look for one of both. */
const FEEDBACK: ReadonlySet<string> = new Set(['Bounce', 'Complaint', 'Delivery']);

/** Record of an event as Amazon SES publishes it. */
export function sesRecord(event: TheirEvent): object {
  const eventType = WORDS[event.type].ses;
  return {
    eventType,
    ...(FEEDBACK.has(eventType) && { notificationType: eventType }),
    mail: mailOf(event),
    ...DETAILS[event.type](event, event.occurredAt.toISOString()),
  };
}

function mailOf({ data, email }: TheirEvent): object {
  const from = data.From ?? '';
  const subject = data.Subject ?? '';
  const named = {
    From: from,
    To: email.toAddresses.join(', '),
    ...(email.ccAddresses.length > 0 && { Cc: email.ccAddresses.join(', ') }),
    ...(email.replyTo.length > 0 && { 'Reply-To': email.replyTo.join(', ') }),
    Subject: subject,
    ...(data.InternetMessageId && { 'Message-ID': data.InternetMessageId }),
    ...email.headers,
  };
  return {
    timestamp: email.createdAt.toISOString(),
    source: from,
    messageId: email.contentId,
    destination: [data.To],
    headersTruncated: false,
    headers: Object.entries(named).map(([name, value]) => ({ name, value })),
    commonHeaders: {
      from: [from],
      to: email.toAddresses,
      ...(email.ccAddresses.length > 0 && { cc: email.ccAddresses }),
      ...(email.replyTo.length > 0 && { replyTo: email.replyTo }),
      messageId: email.contentId,
      subject,
    },
    tags: Object.fromEntries(Object.entries(data.Tags ?? {}).map(([name, value]) => [name, [value]])),
  };
}

/** The part of a record about its event, under the event's name. */
const DETAILS: Readonly<Record<TheirEvent['type'], (event: TheirEvent, timestamp: string) => object>> = {
  'email.sent': () => ({ send: {} }),
  'email.delivered': (event, timestamp) => ({
    delivery: {
      timestamp,
      processingTimeMillis: Math.max(0, event.occurredAt.getTime() - event.email.createdAt.getTime()),
      recipients: [event.data.To],
      smtpResponse: detailOf(event, 'Diagnostic'),
      reportingMTA: '',
    },
  }),
  'email.bounced': (event, timestamp) => {
    const [status, said] = [detailOf(event, 'Status'), detailOf(event, 'Diagnostic')];
    const recipient = {
      emailAddress: detailOf(event, 'FinalRecipient') || event.data.To,
      action: 'failed',
      ...(status && { status }),
      ...(said && { diagnosticCode: `smtp; ${said}` }),
    };
    const kind = BOUNCES[detailOf(event, 'Type')] ?? UNDETERMINED;
    return { bounce: { ...kind, bouncedRecipients: [recipient], timestamp, feedbackId: event.id } };
  },
  'email.complained': (event, timestamp) => ({
    complaint: {
      complainedRecipients: [{ emailAddress: event.data.To }],
      timestamp,
      feedbackId: event.id,
      complaintSubType: null,
      complaintFeedbackType: detailOf(event, 'FeedbackType'),
      userAgent: detailOf(event, 'UserAgent'),
      arrivalDate: timestamp,
    },
  }),
  'email.opened': (event, timestamp) => ({
    open: { timestamp, userAgent: detailOf(event, 'UserAgent'), ipAddress: '' },
  }),
  'email.clicked': (event, timestamp) => ({
    click: {
      timestamp,
      ipAddress: '',
      link: detailOf(event, 'Url'),
      linkTags: null,
      userAgent: detailOf(event, 'UserAgent'),
    },
  }),
  'email.unsubscribed': (event, timestamp) => {
    const topicName = detailOf(event, 'TopicId');
    const preferences = (unsubscribeAll: boolean, subscriptionStatus: string) => ({
      unsubscribeAll,
      topicSubscriptionStatus: topicName ? [{ topicName, subscriptionStatus }] : [],
    });
    return {
      subscription: {
        contactList: '',
        timestamp,
        source: 'UnsubscribeHeader',
        newTopicPreferences: preferences(!topicName, 'OptOut'),
        oldTopicPreferences: preferences(false, 'OptIn'),
      },
    };
  },
  'email.failed': ({ data }) => ({ reject: { reason: data.Error ?? '' } }),
};
