import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server';
import type { SmtpTransaction } from './smtp-receiver.js';

/** The messages that sessions have begun: one at a time, which ends with its answer, the next one or the connection. */
export class Transactions {
  private readonly current = new WeakMap<SMTPServerSession, Transaction>();

  of(session: SMTPServerSession): SmtpTransaction {
    const found = this.current.get(session);
    // RSET makes a new envelope, and has no event.
    if (found?.envelope === session.envelope) return found;
    this.end(session);
    const transaction = new Transaction(session);
    this.current.set(session, transaction);
    return transaction;
  }

  end(session: SMTPServerSession): void {
    this.current.get(session)?.end();
    this.current.delete(session);
  }
}

class Transaction implements SmtpTransaction {
  readonly envelope: SMTPServerSession['envelope'];
  readonly from: string;
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly clientName: string;
  readonly eightBitMime: boolean;
  readonly smtpUtf8: boolean;
  readonly declaredBytes: number | undefined;
  #isOver = false;
  /** Created when `ended` is first read: for most messages it never is. */
  #end: AbortController | undefined;

  constructor({ envelope, remoteAddress, remotePort, hostNameAppearsAs }: SMTPServerSession) {
    const { mailFrom } = envelope;
    this.envelope = envelope;
    this.from = mailFrom ? mailFrom.address : '';
    this.remoteAddress = remoteAddress;
    this.remotePort = Number(remotePort) || 0;
    this.clientName = hostNameAppearsAs;
    this.eightBitMime = envelope.bodyType === '8bitmime';
    this.smtpUtf8 = envelope.smtpUtf8 ?? false;
    this.declaredBytes = mailFrom ? sizeOf(mailFrom.args) : undefined;
  }

  get to(): readonly string[] {
    return this.envelope.rcptTo.map(({ address }) => address);
  }

  get ended(): AbortSignal {
    this.#end ??= new AbortController();
    if (this.#isOver) this.#end.abort();
    return this.#end.signal;
  }

  end(): void {
    this.#isOver = true;
    this.#end?.abort();
  }
}

function sizeOf(parameters: SMTPServerAddress['args']): number | undefined {
  const bytes = parameters ? Number(parameters['SIZE']) : 0;
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}
