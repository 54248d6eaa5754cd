import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { bits, integer, isTrue, octets, oid, sequence, set, tagged, text, time } from './der.js';

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const ALTERNATIVE_NAMES = '2.5.29.17';
/** Tags of a name of a host and of an IP address among the alternative names. */
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87];
/** Version 3, which has extensions. */
const VERSION = tagged(0xa0, integer(Buffer.from([2])));
const DAY_MS = 86_400_000;
const LINE = /.{1,64}/g;

export interface SelfSigned {
  /** PEM */
  cert: string;
  /** PEM */
  key: string;
}

/** Makes a certificate (X.509) for `localhost` and 127.0.0.1, which signs itself: a client that is given it trusts it. */
export function selfSigned(days: number, now = new Date()): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(oid(COMMON_NAME), text('localhost'))));
  const content = sequence(
    VERSION,
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + days * DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(), alternativeNames())),
  );
  const certificate = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)));
  return { cert: pem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

const basicConstraints = (): Buffer => sequence(oid(BASIC_CONSTRAINTS), isTrue(), octets(sequence(isTrue())));

const alternativeNames = (): Buffer =>
  sequence(
    oid(ALTERNATIVE_NAMES),
    octets(sequence(tagged(DNS_NAME, Buffer.from('localhost')), tagged(IP_ADDRESS, Buffer.from([127, 0, 0, 1])))),
  );

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').match(LINE)?.join('\n')}\n-----END CERTIFICATE-----\n`;
