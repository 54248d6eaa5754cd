import type { InboundListener, ReceiptListener } from '../transport.js';
import type { DeliverSm } from './deliver-sm.js';
import { readInboundText } from './inbound-text.js';
import { isDeliveryReceipt, readDeliveryReceipt } from './delivery-receipt.js';
import type { SmppSettings } from './options.js';
import { Status } from './status.js';

/** Receipts that the listener handles at a time; for more, the carrier is asked to retry. */
const MAX_PENDING = 200;

/** Handles each deliver_sm of the service centre and decides its answer. */
export class ReceiptHandler {
  #listener: ReceiptListener | undefined;
  #inbound: InboundListener | undefined;
  readonly #pending = new Set<Promise<number>>();

  constructor(private readonly settings: Pick<SmppSettings, 'receiptIds' | 'logger'>) {}

  listen(listener: ReceiptListener): void {
    if (this.#listener) throw new Error('there is a listener for delivery receipts already');
    this.#listener = listener;
  }

  listenInbound(listener: InboundListener): void {
    if (this.#inbound) throw new Error('there is a listener for texts already');
    this.#inbound = listener;
  }

  /** Resolves to the command status of the answer; never rejects. */
  handle(pdu: DeliverSm): Promise<number> {
    const handling = this.#handle(pdu);
    this.#pending.add(handling);
    return handling.finally(() => this.#pending.delete(handling));
  }

  /** Resolves when the listener has handled all receipts. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async #handle(pdu: DeliverSm): Promise<number> {
    const { logger, receiptIds } = this.settings;
    if (!isDeliveryReceipt(pdu)) return this.#handleText(pdu);
    const receipt = readDeliveryReceipt(pdu, receiptIds, new Date());
    if (!receipt) return this.#drop('a delivery receipt cannot be read');
    if (!this.#listener || this.#pending.size >= MAX_PENDING) return Status.receiverTemporaryError;
    try {
      await this.#listener(receipt);
      return Status.ok;
    } catch (error) {
      logger?.warn({ err: error }, 'a delivery receipt was not recorded; the carrier is asked to repeat it');
      return Status.receiverTemporaryError;
    }
  }

  async #handleText(pdu: DeliverSm): Promise<number> {
    // Accept messages from telephones without using them: if rejected, they would be delivered again for ever.
    if (!this.#inbound) return this.#drop('a message from a telephone was dropped');
    if (this.#pending.size >= MAX_PENDING) return Status.receiverTemporaryError;
    try {
      await this.#inbound(readInboundText(pdu));
      return Status.ok;
    } catch (error) {
      this.settings.logger?.warn({ err: error }, 'a message from a telephone was not handled; the carrier repeats it');
      return Status.receiverTemporaryError;
    }
  }

  #drop(why: string): number {
    this.settings.logger?.warn({}, why);
    return Status.ok;
  }
}
