import type { Socket } from 'node:net';

import { AddressGuard } from '../addresses/address-guard.js';
import { dial, resolveChecked, type Dialing, type Endpoint } from '../addresses/dial.js';
import { UrlRejected } from '../errors.js';
import { describeFault } from '../client/failure.js';
import { NameResolver } from '../addresses/name-resolver.js';
import type { OutboundOptions } from '../client/outbound-client.js';
import type { OutboundFailureKind } from '../client/result.js';
import { BLOCKED_PORTS } from '../addresses/target.js';

/** Connects a socket. Rejects with {@link DialFailed}, also if the signal aborts first. */
export type Dial = (endpoint: Endpoint, signal: AbortSignal) => Promise<Socket>;

/** No connection was made, so nothing was sent. The message may be shown to the user; it contains no address. */
export class DialFailed extends Error {
  override name = 'DialFailed';

  constructor(
    readonly kind: OutboundFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Sockets to hosts that users name, for protocols other than HTTP and for HTTP clients of their own (SSRF guard): a name
 * is resolved once, all of its addresses are checked, and the socket is connected to exactly these.
 */
export class GuardedDialer {
  readonly #dialing: Dialing;

  constructor({ allow, dnsServer, ca }: Pick<OutboundOptions, 'allow' | 'dnsServer' | 'ca'> = {}) {
    this.#dialing = { resolver: new NameResolver(dnsServer), guard: AddressGuard.fromConfig(allow), ca };
  }

  /** @throws DialFailed */
  readonly connect: Dial = async (endpoint, signal) => {
    try {
      if (BLOCKED_PORTS.has(endpoint.port)) throw new UrlRejected('port');
      const addresses = await unlessAborted(resolveChecked(endpoint, this.#dialing), signal);
      return await this.#open(endpoint, addresses, signal);
    } catch (error) {
      throw toDialFailed(error, signal);
    }
  };

  #open(endpoint: Endpoint, addresses: string[], signal: AbortSignal): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const tcp = dial(endpoint, addresses, this.#dialing, (error, socket) => {
        signal.removeEventListener('abort', abort);
        if (socket) resolve(socket);
        else reject(error ?? new Error('There is no socket'));
      });
      const abort = () => void tcp.destroy(new Error('The connection was not made in time'));
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
    });
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('The host name was not looked up in time'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function toDialFailed(error: unknown, signal: AbortSignal): DialFailed {
  if (error instanceof UrlRejected) return new DialFailed('refused-address', `The address ${error.message}`);
  if (signal.aborted) return new DialFailed('timeout', 'The connection could not be made in time', { cause: error });
  const { kind, message } = describeFault(error instanceof Error ? error : new Error(String(error)), false);
  return new DialFailed(kind, message, { cause: error });
}
