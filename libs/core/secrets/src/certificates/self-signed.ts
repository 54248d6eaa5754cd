import { randomBytes, sign, type KeyObject } from 'node:crypto';
import { bits, integer, isTrue, nothing, octets, oid, sequence, set, tagged, text, time } from './der.js';

/** Algorithms of signatures with SHA-256, by the type of their key. */
const ALGORITHMS = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), nothing),
};
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const ALTERNATIVE_NAMES = '2.5.29.17';
/** Tags of a name of a host and of an IP address among the alternative names. */
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87];
/** Version 3, which has extensions. */
const VERSION = tagged(0xa0, integer(Buffer.from([2])));
const LINE = /.{1,64}/g;

export interface CertificateRequest {
  /** Keys of RSA, or of an elliptic curve. */
  keys: { publicKey: KeyObject; privateKey: KeyObject };
  commonName: string;
  from: Date;
  until: Date;
  /** Names and addresses (IPv4) of the server that it is for; none for one that no server shows. */
  hosts?: readonly string[];
  addresses?: readonly string[];
}

/** Makes a certificate (X.509, as PEM) that signs itself: a client that is given it trusts it. */
export function selfSignedCertificate({
  keys: { publicKey, privateKey },
  commonName,
  from,
  until,
  hosts = [],
  addresses = [],
}: CertificateRequest): string {
  const algorithm = ALGORITHMS[privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'];
  const name = sequence(set(sequence(oid(COMMON_NAME), text(commonName))));
  const alternatives = [
    ...hosts.map((host) => tagged(DNS_NAME, Buffer.from(host))),
    ...addresses.map((address) => tagged(IP_ADDRESS, Buffer.from(address.split('.').map(Number)))),
  ];
  const content = sequence(
    VERSION,
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(basicConstraints(), ...(alternatives.length > 0 ? [alternativeNames(alternatives)] : []))),
  );
  return pem(sequence(content, algorithm, bits(sign('sha256', content, privateKey))));
}

const basicConstraints = (): Buffer => sequence(oid(BASIC_CONSTRAINTS), isTrue(), octets(sequence(isTrue())));

const alternativeNames = (names: readonly Buffer[]): Buffer =>
  sequence(oid(ALTERNATIVE_NAMES), octets(sequence(...names)));

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').match(LINE)?.join('\n')}\n-----END CERTIFICATE-----\n`;
