import type { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import smpp, { type Pdu } from 'smpp';

import { readDeliverSm, type DeliverSm } from './deliver-sm.js';
import { FrameReader, readHeader, SmppProtocolError, type SmppHeader } from './frames.js';
import type { SmppSettings } from './options.js';
import { Status, statusName } from './status.js';
import type { SubmitFields } from './submit.js';

/** A request without an answer. `written`: whether the service centre may have received it. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(
    readonly written: boolean,
    options: ErrorOptions,
  ) {
    super(describe(options.cause), options);
  }
}

/** The service centre rejected the bind. */
export class BindRejected extends Error {
  override name = 'BindRejected';

  constructor(readonly status: number) {
    super(`the carrier rejected the bind with ${statusName(status)}`);
  }
}

/** The service centre's answer to a request. */
export interface Answer {
  status: number;
  messageId: string;
}

/** Resolves to the command status of the answer to a deliver_sm. */
export type DeliverHandler = (pdu: DeliverSm) => Promise<number>;

interface Pending {
  commandId: number;
  resolve: (answer: Answer) => void;
  reject: (error: NoAnswer) => void;
  timer: NodeJS.Timeout;
}

const COMMAND = {
  deliverSm: 0x05,
  unbind: 0x06,
  enquireLink: 0x15,
  alertNotification: 0x102,
  genericNack: 0x8000_0000,
};
/** The command id of an answer is that of its request plus this (section 5.1.2). */
const RESPONSE = 0x8000_0000;
/** Section 5.2.4. */
const INTERFACE_VERSION = 0x34;
const MAX_SEQUENCE = 0x7fff_ffff;
/** Octets of answers that the service centre has not read. */
const MAX_UNREAD = 1_048_576;

/**
 * A connection to a service centre, bound as a transceiver (SMPP 3.4 section 4.1.5). The package `smpp` encodes PDUs;
 * this class handles framing, timeouts of answers and silent links.
 */
export class SmppLink {
  /** Resolves with the reason when the connection ends; never rejects. */
  readonly ended: Promise<Error>;
  readonly #frames = new FrameReader();
  readonly #pending = new Map<number, Pending>();
  readonly #silence: NodeJS.Timeout;
  #sequence = 0;
  /** PDUs of this second, which ends then (on the clock of `performance.now()`). */
  #received = 0;
  #secondEnds = 0;
  #end!: (reason: Error) => void;
  #reason: Error | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly settings: SmppSettings,
    private readonly onDeliver: DeliverHandler,
  ) {
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#silence = setTimeout(() => this.#enquire(), settings.timeouts.enquire);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the carrier closed the connection')));
  }

  /** Connects and binds. Rejects if the bind is rejected, after `timeouts.connect`, or if `signal` fires. */
  static async open(settings: SmppSettings, onDeliver: DeliverHandler, signal: AbortSignal): Promise<SmppLink> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(settings.timeouts.connect)]);
    const link = new SmppLink(await settings.dial(settings, deadline), settings, onDeliver);
    const abort = (): void => link.fail(new Error('the carrier did not answer the bind in time'));
    deadline.addEventListener('abort', abort);
    try {
      await link.#bind();
    } catch (error) {
      link.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    } finally {
      deadline.removeEventListener('abort', abort);
    }
    return link;
  }

  /** False also after a FIN, while the connection is closing. */
  get open(): boolean {
    return this.#reason === undefined && this.socket.writable;
  }

  /** Sends a submit_sm. Rejects only with NoAnswer. */
  submit(fields: SubmitFields): Promise<Answer> {
    return this.#request('submit_sm', fields);
  }

  /** Unbinds (section 4.2) and closes, at the latest after `timeouts.close`. */
  async unbind(): Promise<void> {
    const over = new Error('the link was closed');
    const timer = setTimeout(() => this.fail(over), this.settings.timeouts.close);
    await this.#request('unbind', {}).catch(() => undefined);
    clearTimeout(timer);
    this.fail(over);
  }

  /** Closes the connection now. Pending requests reject with NoAnswer. */
  fail(reason: Error): void {
    if (this.#reason) return;
    this.socket.destroy();
    this.#finish(reason);
  }

  #finish(reason: Error): void {
    this.#reason = reason;
    clearTimeout(this.#silence);
    for (const sequence of this.#pending.keys()) {
      this.#take(sequence)?.reject(new NoAnswer(true, { cause: reason }));
    }
    this.#end(reason);
  }

  async #bind(): Promise<void> {
    const { systemId, password, systemType } = this.settings;
    const { status } = await this.#request('bind_transceiver', {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: INTERFACE_VERSION,
    });
    if (status !== Status.ok) throw new BindRejected(status);
  }

  #request(command: string, fields: SubmitFields): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.open) {
        const cause = this.#reason ?? new Error('the connection is closing');
        reject(new NoAnswer(false, { cause }));
        return;
      }
      const sequence = this.#nextSequence();
      const timer = setTimeout(() => this.#giveUp(sequence), this.settings.timeouts.response);
      const pdu = new smpp.PDU(command, { ...fields, sequence_number: sequence });
      this.#pending.set(sequence, { commandId: pdu.command_id, resolve, reject, timer });
      this.#write(pdu);
    });
  }

  /** Section 5.1.4: 1 to 0x7FFFFFFF, without those in use. */
  #nextSequence(): number {
    do this.#sequence = this.#sequence >= MAX_SEQUENCE ? 1 : this.#sequence + 1;
    while (this.#pending.has(this.#sequence));
    return this.#sequence;
  }

  #giveUp(sequence: number): void {
    this.#take(sequence)?.reject(new NoAnswer(true, { cause: new Error('the carrier did not answer in time') }));
  }

  #take(sequence: number): Pending | undefined {
    const pending = this.#pending.get(sequence);
    this.#pending.delete(sequence);
    clearTimeout(pending?.timer);
    return pending;
  }

  #read(chunk: Buffer): void {
    this.#silence.refresh();
    try {
      for (const frame of this.#frames.push(chunk)) {
        if (this.#reason) return;
        this.#received++;
        this.#dispatch(frame);
      }
      this.#slowDown();
    } catch (error) {
      this.fail(error instanceof SmppProtocolError ? error : new SmppProtocolError(describe(error)));
    }
  }

  /** Stops reading for the rest of the second if the service centre sends too much. */
  #slowDown(): void {
    const now = performance.now();
    if (now >= this.#secondEnds) {
      this.#secondEnds = now + 1_000;
      this.#received = 0;
    } else if (this.#received > this.settings.maxPdusPerSecond && !this.socket.isPaused()) {
      this.socket.pause();
      setTimeout(() => this.socket.resume(), this.#secondEnds - now);
    }
  }

  #dispatch(frame: Buffer): void {
    const header = readHeader(frame);
    if (header.isResponse) this.#complete(header, frame);
    else if (header.commandId === COMMAND.deliverSm) void this.#deliver(header, frame);
    else if (header.commandId === COMMAND.enquireLink) this.#answer('enquire_link_resp', header);
    else if (header.commandId === COMMAND.unbind) this.#leave(header);
    // Section 4.12.1: an alert_notification has no answer.
    else if (header.commandId !== COMMAND.alertNotification)
      this.#answer('generic_nack', header, Status.invalidCommand);
  }

  /** Ignores late and repeated answers. */
  #complete({ commandId, sequence, status }: SmppHeader, frame: Buffer): void {
    const isNack = commandId === COMMAND.genericNack;
    const expected = this.#pending.get(sequence)?.commandId;
    if (expected === undefined || (!isNack && commandId !== expected + RESPONSE)) {
      this.settings.logger?.debug({ status: statusName(status) }, 'the carrier answered what was not asked');
      return;
    }
    // Section 4.3: a generic_nack is an error even if its status is 0.
    const answered = isNack && status === Status.ok ? Status.invalidCommand : status;
    this.#take(sequence)?.resolve({ status: answered, messageId: answered === Status.ok ? messageIdOf(frame) : '' });
  }

  async #deliver(header: SmppHeader, frame: Buffer): Promise<void> {
    let pdu: DeliverSm;
    try {
      pdu = readDeliverSm(frame);
    } catch {
      this.#answer('deliver_sm_resp', header, Status.invalidCommandLength);
      return;
    }
    this.#answer('deliver_sm_resp', header, await this.onDeliver(pdu));
  }

  #leave(header: SmppHeader): void {
    this.#answer('unbind_resp', header);
    this.socket.destroySoon();
    this.#finish(new Error('the carrier unbound the link'));
  }

  #answer(command: string, { sequence }: SmppHeader, status: number = Status.ok): void {
    this.#write(new smpp.PDU(command, { sequence_number: sequence, command_status: status }));
    if (this.socket.writableLength > MAX_UNREAD)
      this.fail(new SmppProtocolError('the carrier does not read the answers'));
  }

  #write(pdu: Pdu): void {
    if (this.open) this.socket.write(pdu.toBuffer());
  }

  /** Section 4.11: closes a link that does not answer. */
  #enquire(): void {
    this.#request('enquire_link', {}).catch((error: NoAnswer) => this.fail(error));
  }
}

/** Section 4.4.2: a C-octet string. Some service centres omit the NUL. */
function messageIdOf(frame: Buffer): string {
  const end = frame.indexOf(0, 16);
  return frame.toString('latin1', 16, end < 0 ? frame.length : end).trim();
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
