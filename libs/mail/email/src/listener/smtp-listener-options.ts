import type { Pace } from '#libs/core/networks';
import type { ListenerCertificate } from './certificate-files.js';
import type { PeerLimitOptions } from './peer-limits.js';

export interface SmtpListenerOptions {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** The server's name in its greeting. */
  name: string;
  banner?: string;
  /** Largest message in bytes. */
  maxBytes: number;
  /** Recipients of one message; 100 by default. */
  maxRecipients?: number;
  /** Connections at a time; 2,000 by default. Beyond that one that is idle makes room. */
  maxClients?: number;
  /** Limits of one IPv4 address or IPv6 /64. */
  peer?: Partial<PeerLimitOptions>;
  /** Milliseconds without a byte after which a connection is closed; one minute by default. */
  idleMs?: number;
  /** Milliseconds within which a connection begins a message, its first and each further one; half a minute by default. */
  beginMs?: number;
  /** Longest lifetime of a connection (milliseconds), also of a busy one; ten minutes by default. */
  connectionMs?: number;
  /**
   * Addresses and networks whose connections may say for which client they come (XCLIENT), comma-separated; limits then count that
   * client. None by default.
   */
  trustedPeers?: string;
  /** How fast messages must come; 4 KiB a second after 15 seconds by default. */
  pace?: Partial<Pace>;
  /** How long `close` waits for messages that are being received (milliseconds); two seconds by default. */
  closeMs?: number;
  /** Key and certificate in PEM; without them STARTTLS is not offered. Those of files are followed. */
  tls?: ListenerCertificate;
  /** True if a connection begins with TLS (RFC 8314), without STARTTLS. */
  implicitTls?: boolean;
  /** True if clients may log in without TLS; for development, on the loopback interface. */
  allowsPlainLogins?: boolean;
}
