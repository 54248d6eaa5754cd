import { InvalidMail, rawAuthor, readRawMessage, withCrlfLines, type RawMessage } from '#libs/mail/email';
import { invalidField } from '#libs/core/http';
import { addressesOf, tagsOfHeaders } from '../../emails/raw/raw-headers.js';

/** Fields of a call that sends a raw message. */
interface RawCall {
  /** base64 */
  data: string;
  /** The author; that of the message if absent. */
  source: string | undefined;
  /** The recipients; those of the message's headers if there are none. */
  destination: { ToAddresses: string[]; CcAddresses: string[]; BccAddresses: string[] };
  tags: Record<string, string> | undefined;
}

/**
 * Makes our request of a raw message: its headers say what the call leaves open.
 * @throws Problem ValidationError for a message whose headers cannot be read
 */
export function toRawRequest({ data, source, destination, tags }: RawCall): object {
  const base64 = data.replaceAll(/\s/g, '');
  const message = readMessage(Buffer.from(base64, 'base64'));
  const isNamed = Object.values(destination).some((addresses) => addresses.length > 0);
  return {
    Source: authorOf(message) ?? source ?? '',
    Destination: required(isNamed ? destination : destinationOf(message)),
    Raw: { Data: base64 },
    Tags: { ...tagsOfHeaders(message), ...tags },
  };
}

const destinationOf = (message: RawMessage): RawCall['destination'] => ({
  ToAddresses: addressesOf(message, 'to'),
  CcAddresses: addressesOf(message, 'cc'),
  BccAddresses: addressesOf(message, 'bcc'),
});

/** Our requests have one recipient in To; which of them is in which field says nothing in a raw message. */
function required({ ToAddresses, CcAddresses, BccAddresses }: RawCall['destination']): object {
  return { ToAddresses: [...ToAddresses, ...CcAddresses, ...BccAddresses] };
}

const authorOf = (message: RawMessage): string | undefined => readable(() => rawAuthor(message))?.address;

const readMessage = (bytes: Buffer): RawMessage => readable(() => readRawMessage(withCrlfLines(bytes)));

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidMail) throw invalidField('ValidationError', 'Raw.Data', error.reason);
    throw error;
  }
}
