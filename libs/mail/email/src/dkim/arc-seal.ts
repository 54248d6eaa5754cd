import { lazyPackage } from '#libs/core/process';
import type { DkimKey } from './key.js';

/** Part of mailauth that is used here. */
interface Arc {
  sealMessage(
    message: Buffer,
    seal: { signingDomain: string; selector: string; privateKey: string; authResults: string; cv: 'none' | 'pass' },
  ): Promise<Buffer>;
}

const arc = lazyPackage<Arc>('mailauth');

export interface ArcSeal {
  /** Results of authentication when the message was received: an Authentication-Results field without its name. */
  results: string;
  /** State of the chain that the message came with. One that failed is sealed no more (RFC 8617, 5.1.1). */
  chain: 'none' | 'pass';
}

/**
 * The fields that seal a message which is forwarded (RFC 8617), to be put in front of it: the next server can believe what we
 * saw of it. Lines are CRLF.
 * @param key RSA, which is all that the chain is signed with
 * @throws Error for a message whose header cannot be read
 */
export async function arcSeal(message: Buffer, key: DkimKey, { results, chain }: ArcSeal): Promise<Buffer> {
  if (key.algorithm !== 'rsa-sha256') throw new TypeError('ARC signs with RSA');
  return arc().sealMessage(message, {
    signingDomain: key.domain,
    selector: key.selector,
    privateKey: key.exportPem(),
    authResults: results,
    cv: chain,
  });
}
