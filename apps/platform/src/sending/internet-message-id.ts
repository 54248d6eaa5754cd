/** Origin of the Message-ID of a call: the message has one already, or it is made under the sender's domain. */
export type MessageIdOrigin = { own: string } | { domain: string };

/** The Message-ID of all e-mails of a call, as it stands in their headers. @param first id of the first message */
export const internetMessageIdOf = (origin: MessageIdOrigin, first: string): string =>
  'own' in origin ? origin.own : `<${first}@${origin.domain}>`;

/** A Message-ID that a header can be made of (RFC 5322, 3.6.4), without its brackets. */
const PLAIN = /^<([^\s<>@]+@[^\s<>@]+)>$/;

/** The Message-ID for a header that has none, without brackets: the one of the call, or for a message from before there were any its own. */
export const messageIdFor = (
  { id, internetMessageId }: { id: string; internetMessageId: string | null },
  domain: string,
): string => (internetMessageId && PLAIN.exec(internetMessageId)?.[1]) ?? `${id}@${domain}`;
