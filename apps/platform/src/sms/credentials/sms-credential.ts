import { isIPv6 } from 'node:net';
import { parseTarget, UrlRejected } from '#libs/core/outbound';
import { sha256Hex } from '#libs/core/secrets';

export interface TwilioCredential {
  kind: 'twilio';
  accountSid: string;
  authToken: string;
  baseUrl: string;
}

export interface SmppCredential {
  kind: 'smpp';
  /** Name or IP address; IPv6 without brackets. */
  host: string;
  port: number;
  secure: boolean;
  systemId: string;
  password: string;
  systemType: string;
}

/** A credential as it is sealed. */
export type CarrierCredential = TwilioCredential | SmppCredential;

/** Parts of a credential that are shown. */
export interface ShownCredential {
  account: string;
  address: string;
}

/** A field has a value that cannot be used. The message does not quote it. */
export class InvalidCarrier extends Error {
  override name = 'InvalidCarrier';

  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** @throws InvalidCarrier */
export function parseBaseUrl(text: string, requiresTls: boolean): string {
  const { url, secure } = parsed(text, () => 'BaseUrl');
  if (requiresTls && !secure) throw new InvalidCarrier('BaseUrl', 'must begin with https://');
  if (url.includes('?')) throw new InvalidCarrier('BaseUrl', 'must have no query');
  return url.replace(/\/+$/, '');
}

/** Name or address in the form in which it is connected to. @throws InvalidCarrier */
export function parseHost(text: string, port: number): string {
  const url = `https://${isIPv6(text) ? `[${text}]` : text}:${port}`;
  return parsed(url, ({ reason }) => (reason === 'port' ? 'Port' : 'Host')).host;
}

function parsed(url: string, fieldOf: (rejection: UrlRejected) => string): ReturnType<typeof parseTarget> {
  try {
    return parseTarget(url);
  } catch (error) {
    if (error instanceof UrlRejected) throw new InvalidCarrier(fieldOf(error), error.message);
    throw error;
  }
}

export function shown(credential: CarrierCredential): ShownCredential {
  if (credential.kind === 'twilio') return { account: credential.accountSid, address: credential.baseUrl };
  const { systemId, host, port, secure } = credential;
  const name = isIPv6(host) ? `[${host}]` : host;
  return { account: systemId, address: `${secure ? 'smpps' : 'smpp'}://${name}:${port}` };
}

const CARRIER_LENGTH = 32;

/**
 * Tells the carriers of a tenant apart: each gives ids to messages. The same while only the password changes, so that
 * receipts of earlier texts are still recorded.
 */
export function carrierKey(credential: CarrierCredential): string {
  const { account, address } = shown(credential);
  return sha256Hex(JSON.stringify([credential.kind, account, address])).slice(0, CARRIER_LENGTH);
}
