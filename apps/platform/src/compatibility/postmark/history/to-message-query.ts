import { POSTMARK_TAG } from '../../../emails/raw/raw-headers.js';
import type { MessageQuery } from '../../../messages/dto/list-messages.query.js';
import type { TheirQuery } from '../their-query.js';
import { QUEUED } from './from-message.js';

const ARRIVED = ['sent', 'failed', 'bounced', 'complained'];

const STATUSES = { queued: QUEUED, sent: ARRIVED, processed: ARRIVED };

/** Filters by the program and the place of a reader, of which only `UserAgent` is known. */
const OF_READERS = ['client_name', 'client_company', 'client_family', 'os_name', 'os_family', 'os_company', 'platform'];
const PLACES = ['country', 'region', 'city'];

/**
 * Makes our filter of a query of `GET /messages/outbound`.
 * @param topic that the stream is: null for messages of none
 * @throws Problem InvalidParameter
 */
export function toMessageQuery(query: TheirQuery, topic: string | null | undefined): MessageQuery {
  const tag = query.text('tag');
  const tags = { ...query.textsOf('metadata_'), ...(tag !== undefined && { [POSTMARK_TAG]: tag }) };
  const [first, ...others] = Object.entries(tags);
  return {
    ...query.period(),
    recipient: query.text('recipient'),
    // An index finds one tag, and the messages of it are compared with all.
    tag: first?.join(':'),
    further: {
      statuses: query.oneOf('status', STATUSES),
      sender: query.text('fromemail'),
      subject: query.text('subject'),
      topic,
      ...(others.length > 0 && { tags }),
    },
  };
}

/** {@link toMessageQuery} of a query of opens or clicks. @throws Problem InvalidParameter for what is not known of a reader */
export function toReadingQuery(query: TheirQuery, topic: string | null | undefined): MessageQuery {
  query.refuse([...OF_READERS, ...PLACES], 'is not known of a reader: UserAgent is all that is');
  return toMessageQuery(query, topic);
}
