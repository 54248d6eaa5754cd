import type { InboundMessage } from './inbound-message.entity.js';

const HOST_NAME = /^[A-Za-z0-9[\]:._-]{1,255}$/;
const ADDRESS = /^[\x21-\x7e]{1,320}$/;

/** Client and time of a received message. */
export type ReceivedFrom = Pick<InboundMessage, 'receivedAt'> & {
  client: Pick<InboundMessage['client'], 'name' | 'address'> & { secure?: boolean };
};

/** The value of the Received field (RFC 5321, 4.4) for a message that came to this server; its lines are CRLF. */
export function receivedField({ client, receivedAt }: ReceivedFrom, host: string, recipient: string | null): string {
  const name = HOST_NAME.test(client.name) ? client.name : 'unknown';
  const date = receivedAt.toUTCString().replace('GMT', '+0000');
  const isFor = recipient !== null && ADDRESS.test(recipient) ? `\r\n for <${recipient}>` : '';
  return `from ${name} ([${client.address}])\r\n by ${host} with ESMTP${client.secure ? 'S' : ''}${isFor};\r\n ${date}`;
}
