import type { Logger } from '#libs/core/observability';
import type { Express, Request } from 'express';

type TrustsAddress = (address: string | undefined, hop: number) => boolean;

/**
 * Returns what looks at each request for `X-Forwarded-For` of a peer that is no trusted proxy, and logs a warning at the
 * first. Either the proxy is missing in the configuration, and all its clients count as one, or a client invents it.
 */
export function untrustedProxyWarning(express: Express, logger: Logger): (request: Request) => void {
  let warned = false;
  return ({ headers, socket }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return;
    const trusts = express.get('trust proxy fn') as TrustsAddress;
    if (trusts(socket.remoteAddress, 0)) return;
    warned = true;
    logger.warn(
      'X-Forwarded-For came from a peer that TRUST_PROXY does not name. It is ignored: limits and blocklists go by the ' +
        'address of the peer. If that is a proxy of yours, set TRUST_PROXY to its address',
    );
  };
}
