import type { SmtpRejection } from './smtp-rejection.js';

/** A message that an SMTP client sent. */
export interface ReceivedMessage {
  /** The sender of the envelope; '' for a bounce. */
  from: string;
  /** The accepted recipients, as the client wrote them. */
  to: string[];
  /** Its bytes while they arrive; to be read once. */
  content: AsyncIterable<Buffer>;
  /** The IP address of the client. */
  remoteAddress: string;
  /** The name that the client gave in EHLO. */
  clientName: string;
  /** Whether it came over TLS. */
  secure: boolean;
}

/** A message from MAIL until it is answered or given up. */
export interface SmtpTransaction {
  /** The sender of the envelope; '' for a bounce. */
  readonly from: string;
  /** The recipients that have been accepted so far. */
  readonly to: readonly string[];
  /** The IP address and the port of the client. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** The name that the client gave in EHLO. */
  readonly clientName: string;
  /** Declared by the client: 8BITMIME, SMTPUTF8 and the size in bytes. */
  readonly eightBitMime: boolean;
  readonly smtpUtf8: boolean;
  readonly declaredBytes?: number;
  /** Aborted when it is answered, or the client begins another one or goes away. */
  readonly ended: AbortSignal;
}

/** A message that an authenticated client sent. */
export interface SubmittedMessage<User> extends ReceivedMessage {
  user: User;
}

/** Credentials of a client that logs in, by PLAIN or LOGIN. */
export interface SmtpLogin {
  name: string;
  password: string;
  /** The IP address of the client. */
  remoteAddress: string;
}

/** Who may send, where clients log in. */
export interface SmtpAuthentication<User> {
  /** Returns null for a wrong login, which is answered with 535. @throws SmtpRejection to answer that; other errors are 454 */
  authenticate(login: SmtpLogin): Promise<User | null>;
  /** Returns undefined to accept a sender. An error is answered with 451. */
  rejectSender(address: string, user: User): Promise<SmtpRejection | undefined>;
}

/** The user of an authenticated client; undefined where clients do not log in. */
type UserOf<Message> = Message extends SubmittedMessage<infer User> ? User : undefined;

/** How an app receives mail. */
export interface SmtpReceiver<Message extends ReceivedMessage = ReceivedMessage> {
  /** Returns undefined to accept a recipient. An error is answered with 451. */
  rejectRecipient(
    address: string,
    user: UserOf<Message>,
    transaction: SmtpTransaction,
  ): SmtpRejection | undefined | Promise<SmtpRejection | undefined>;
  /**
   * Reads the content to its end and resolves when the message is durable; the answer is 250, with the text that it returns.
   * @throws SmtpRejection to answer that, and what reading the content throws; other errors are 451
   */
  receive(message: Message, transaction: SmtpTransaction): Promise<string | void>;
  /** Called when the listener itself rejects: the peer is over its limits, or the message is too large. */
  onRejected?(reason: 'rate' | 'size'): void;
}
