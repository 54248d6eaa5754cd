import { POSTMARK_TAG as TAG } from '../../emails/raw/raw-headers.js';
import { detailOf, type TheirEvent } from '../their-event.js';
import { WORDS } from '../words.js';
import { bounceIdOf, bounceKindOf, DEFAULT_STREAM, suppressionBy } from './postmark-bounces.js';

/** The program and the place of a reader, of which nothing is known. */
export const UNKNOWN_READER = {
  Client: { Name: '', Company: '', Family: '' },
  OS: { Name: '', Company: '', Family: '' },
  Platform: 'Unknown',
  Geo: {},
};

/** Topic that our events name for messages of none. */
const NO_TOPIC = 'none';

/** Body of a webhook as Postmark sends it. */
export function postmarkBody(event: TheirEvent): object {
  const { type, data, email } = event;
  const { [TAG]: Tag = '', ...Metadata } = data.Tags ?? {};
  return {
    RecordType: WORDS[type].postmark,
    ServerID: 0,
    MessageStream: email.topic ?? DEFAULT_STREAM,
    MessageID: email.contentId,
    Tag,
    Metadata,
    ...detailsOf(event),
  };
}

function detailsOf(event: TheirEvent): object {
  const { type, data } = event;
  const at = event.occurredAt.toISOString();
  const Recipient = data.To;
  if (type === 'email.delivered') return { Recipient, DeliveredAt: at, Details: detailOf(event, 'Diagnostic') };
  if (type === 'email.unsubscribed') {
    const topic = detailOf(event, 'TopicId');
    return {
      ...(topic && { MessageStream: topic === NO_TOPIC ? DEFAULT_STREAM : topic }),
      Recipient,
      ChangedAt: at,
      Origin: 'Recipient',
      SuppressSending: true,
      SuppressionReason: 'ManualSuppression',
    };
  }
  if (type === 'email.opened' || type === 'email.clicked') {
    const reading = { Recipient, ReceivedAt: at, UserAgent: detailOf(event, 'UserAgent'), ...UNKNOWN_READER };
    return type === 'email.opened'
      ? { ...reading, FirstOpen: event.isFirst }
      : { ...reading, ClickLocation: 'HTML', OriginalLink: detailOf(event, 'Url') };
  }
  const kind = bounceKindOf(type.slice('email.'.length), data['Type']);
  return {
    ID: bounceIdOf(data.MessageId),
    ...kind,
    Description: data.Error ?? kind.Name,
    Details: detailOf(event, 'Diagnostic'),
    Email: Recipient,
    From: data.From ?? '',
    BouncedAt: at,
    DumpAvailable: false,
    ...suppressionBy(kind, event.environment),
    Subject: data.Subject ?? '',
    Content: '',
  };
}
