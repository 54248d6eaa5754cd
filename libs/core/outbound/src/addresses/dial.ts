import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { AddressGuard } from './address-guard.js';
import { TlsFailed, UrlRejected } from '../errors.js';
import type { NameResolver } from './name-resolver.js';

/** Destination of a connection. */
export interface Endpoint {
  /** Name or IP address; IPv6 without brackets. */
  host: string;
  port: number;
  /** TLS from the start. */
  secure: boolean;
}

/** Time after which the next address is tried in parallel (RFC 8305 §5 recommends 250 ms). */
const NEXT_ADDRESS_AFTER_MS = 250;

const TCP_KEEP_ALIVE_MS = 30_000;

/** Resolver, guard and trusted authorities of a connection. */
export interface Dialing {
  resolver: NameResolver;
  guard: AddressGuard;
  /** Certificate authorities in PEM, in place of Node's. */
  ca?: string | Buffer;
  /** Protocols to negotiate in TLS (ALPN); none if absent. */
  protocols?: string[];
}

/**
 * The target's addresses, all of them permitted. A name with a public and an internal address is an attack or a mistake
 * and is rejected as a whole. @throws UrlRejected, NameUnresolved
 */
export async function resolveChecked(target: Endpoint, { resolver, guard }: Dialing): Promise<string[]> {
  const addresses = await resolver.resolve(target.host);
  const allPermitted = addresses.every((address) => guard.permits(address, target.port, target.host));
  if (!allPermitted) throw new UrlRejected('internal-address');
  return addresses;
}

type Done = (error: Error | null, socket?: Socket) => void;

/**
 * Connects to exactly the given, checked addresses. The name is not resolved again, which prevents DNS rebinding.
 * Returns the TCP socket at once, so that the caller can destroy it on a timeout; calls `done` once with the
 * socket or with the error.
 */
export function dial(target: Endpoint, addresses: string[], dialing: Dialing, done: Done): Socket {
  const tcp = connectTcp({
    host: target.host,
    port: target.port,
    lookup: answerWith(addresses),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  });
  tcp.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  awaitReady(tcp, 'connect', (error) => {
    if (error) done(error);
    else if (!isPermittedPeer(tcp, target, dialing.guard)) hangUp(tcp, new UrlRejected('internal-address'), done);
    else if (target.secure) startTls(tcp, target, dialing, done);
    else done(null, tcp);
  });
  return tcp;
}

function startTls(tcp: Socket, target: Endpoint, { ca, protocols }: Dialing, done: Done): void {
  // An IP address has no server name (RFC 6066 §3); Node then checks the certificate against the address.
  const servername = isIP(target.host) === 0 ? target.host.replace(/\.$/, '') : undefined;
  const tls = connectTls({ socket: tcp, host: target.host, servername, ca, ALPNProtocols: protocols });
  awaitReady(tls, 'secureConnect', (error) => (error ? hangUp(tcp, new TlsFailed(error), done) : done(null, tls)));
}

/** Calls back once: at the event, or with the error or close before it. */
function awaitReady(socket: Socket, event: string, callback: (error: Error | null) => void): void {
  const finish = (error: Error | null) => {
    socket.off('error', finish).off('close', closed).off(event, ready);
    if (error) socket.destroy();
    callback(error);
  };
  const closed = () => finish(new Error('The connection was closed while it was being made'));
  const ready = () => finish(null);
  // An error while the socket has no other listener would end the process.
  socket.on('error', () => undefined);
  socket.on('error', finish).on('close', closed).on(event, ready);
}

function hangUp(tcp: Socket, error: Error, done: Done): void {
  tcp.destroy();
  done(error);
}

/** Checks the address to which the socket is really connected. */
function isPermittedPeer(socket: Socket, target: Endpoint, guard: AddressGuard): boolean {
  return socket.remoteAddress !== undefined && guard.permits(socket.remoteAddress, target.port, target.host);
}

function answerWith(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
}
