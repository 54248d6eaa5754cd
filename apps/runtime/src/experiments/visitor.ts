import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { SecretBox } from '#libs/core/secrets';
import { asksNotToBeFollowed, consentedIdIn, userAgentOf, visitorNetworkOf } from '../negotiation/visitor-headers.js';

const PURPOSE = 'experiment visitor';
const POINTS = 2 ** 48;

/** A visitor of an experiment, whom no other experiment knows by the same number. */
export interface ExperimentVisitor {
  /** 64 bits, as Postgres has them. */
  id: string;
  /** Place from 0 to 1, which the weights cut into variants. It does not depend on the phase. */
  point: number;
}

/** The parts of a request that tell visitors apart. */
export interface VisitorRequest {
  ip: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Programs, and whoever asks not to be followed: they get the control and are not counted. */
export function isOutsideTests({ headers }: VisitorRequest): boolean {
  const agent = userAgentOf(headers);
  return asksNotToBeFollowed(headers) || agent === '' || isbot(agent);
}

/**
 * The visitor by the id that was agreed to, if there is one; and by the network of the address (/24, or /48 of IPv6) and the
 * user agent, for which nothing is stored on the device. Both under a key that only this installation has. Empty for an address
 * that is none, without an id.
 */
export function visitorsOf(
  secrets: SecretBox,
  experimentId: string,
  { ip = '', headers }: VisitorRequest,
): ExperimentVisitor[] {
  const [id, network] = [consentedIdIn(headers), visitorNetworkOf(ip)];
  const names = [
    ...(id === undefined ? [] : [['id', id.toLowerCase()]]),
    ...(network === undefined ? [] : [[network, userAgentOf(headers)]]),
  ];
  return names.map((parts) => {
    const mac = secrets.mac(PURPOSE, experimentId, ...parts);
    return { id: String(mac.readBigInt64BE(0)), point: mac.readUIntBE(8, 6) / POINTS };
  });
}

/** The variant at a point, whose share of the line is its share of all weights; the first one if all are 0. */
export function variantAt<T extends { weight: number }>(variants: readonly T[], point: number): T | undefined {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let end = 0;
  for (const variant of variants) {
    end += variant.weight;
    if (point * total < end) return variant;
  }
  return variants[0];
}
