import { connect as connectTcp, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { AddressGuard } from './address-guard.js';
import { TlsFailed, UrlRefused } from './errors.js';
import type { NameResolver } from './name-resolver.js';
import type { Target } from './target.js';

/** Time one address gets before the next is tried beside it (RFC 8305 §5 recommends 250 ms). */
const NEXT_ADDRESS_AFTER_MS = 250;

/** Who resolves, who decides, and whom TLS trusts. */
export interface Dialing {
  resolver: NameResolver;
  guard: AddressGuard;
  /** Certificate authorities in PEM, in place of Node's. */
  ca?: string | Buffer;
}

/**
 * The target's addresses, after each has been found permitted. One that is not refuses the target as a whole: a name
 * that answers with a public and an internal address is an attack or a mistake. Throws `UrlRefused`, `NameUnresolved`.
 */
export async function resolveChecked(target: Target, { resolver, guard }: Dialing): Promise<string[]> {
  const addresses = await resolver.resolve(target.host);
  const allPermitted = addresses.every((address) => guard.permits(address, target.port, target.host));
  if (!allPermitted) throw new UrlRefused('internal-address');
  return addresses;
}

/**
 * Begins a connection to exactly the given, checked addresses: the name is not resolved again, so a name server that
 * changes its answer meanwhile (DNS rebinding) changes nothing. The socket is returned at once, for the caller to
 * destroy when its time is up; `done` is called once, with the socket ready for HTTP or with the error.
 */
export function dial(
  target: Target,
  addresses: string[],
  dialing: Dialing,
  done: (error: Error | null, socket?: Socket) => void,
): Socket {
  const socket = target.secure ? openTls(target, addresses, dialing.ca) : connectTcp(tcpOptions(target, addresses));
  let tcpEstablished = false;
  const finish = (error: Error | null) => {
    socket.off('error', fail).off('close', closed);
    if (error) {
      socket.on('error', () => undefined).destroy();
      done(error);
    } else {
      done(null, socket);
    }
  };
  const fail = (error: Error) => finish(tcpEstablished ? new TlsFailed(error) : error);
  const closed = () => fail(new Error('The connection was closed while it was being made'));
  const established = () => {
    tcpEstablished = true;
    if (!isPermittedPeer(socket, target, dialing.guard)) finish(new UrlRefused('internal-address'));
    else if (!target.secure) finish(null);
  };
  socket.setNoDelay(true).setKeepAlive(true, 30_000).on('error', fail).on('close', closed).once('connect', established);
  if (target.secure) socket.once('secureConnect', () => finish(null));
  return socket;
}

/** Looks at what the socket is really connected to, in case anything on the way there was mistaken. */
function isPermittedPeer(socket: Socket, target: Target, guard: AddressGuard): boolean {
  return socket.remoteAddress !== undefined && guard.permits(socket.remoteAddress, target.port, target.host);
}

function openTls(target: Target, addresses: string[], ca?: string | Buffer): Socket {
  // An IP address has no server name (RFC 6066 §3); Node then checks the certificate against the address.
  const servername = isIP(target.host) === 0 ? target.host.replace(/\.$/, '') : undefined;
  return connectTls({ ...tcpOptions(target, addresses), servername, ca, ALPNProtocols: ['http/1.1'] });
}

function tcpOptions(target: Target, addresses: string[]): TcpNetConnectOpts {
  return {
    host: target.host,
    port: target.port,
    lookup: answerWith(addresses),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
}

function answerWith(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
}
