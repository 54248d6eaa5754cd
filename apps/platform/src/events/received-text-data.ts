import type { ReceivedTextData } from './event-types.js';

/** A received text, as its event says it. */
interface ReceivedHappening {
  id: string;
  sender: string;
  recipient: string;
  body: string;
  keyword: ReceivedTextData['Keyword'];
  receivedAt: Date;
}

/** Data of the event of a received text, as webhooks get it, and samples, too. */
export const receivedTextData = ({
  id,
  sender,
  recipient,
  body,
  keyword,
  receivedAt,
}: ReceivedHappening): ReceivedTextData => ({
  InboundId: id,
  From: sender,
  To: recipient,
  Body: body,
  Keyword: keyword,
  ReceivedAt: receivedAt.toISOString(),
});
