import type { ReceiptListener } from '../transport.js';
import type { DeliverSm } from './deliver-sm.js';
import { isDeliveryReceipt, readDeliveryReceipt } from './delivery-receipt.js';
import type { SmppSettings } from './options.js';
import { Status } from './status.js';

/** Beyond so many receipts in the listener's hands the carrier is asked to come again. */
const MAX_IN_HAND = 200;

/** Takes what the service centre delivers, and says how each is to be answered. */
export class ReceiptDesk {
  #listener: ReceiptListener | undefined;
  readonly #inHand = new Set<Promise<number>>();

  constructor(private readonly settings: Pick<SmppSettings, 'receiptIds' | 'logger'>) {}

  listen(listener: ReceiptListener): void {
    if (this.#listener) throw new Error('there is a listener for delivery receipts already');
    this.#listener = listener;
  }

  /** The command status of the answer; never rejects. */
  take(pdu: DeliverSm): Promise<number> {
    const taking = this.#take(pdu);
    this.#inHand.add(taking);
    return taking.finally(() => this.#inHand.delete(taking));
  }

  /** Resolves when nothing is in the listener's hands. */
  async idle(): Promise<void> {
    while (this.#inHand.size > 0) await Promise.all(this.#inHand);
  }

  async #take(pdu: DeliverSm): Promise<number> {
    const { logger, receiptIds } = this.settings;
    // Messages of telephones have no use here; refused, they would be delivered for ever.
    if (!isDeliveryReceipt(pdu)) return this.#drop('a message from a telephone was dropped');
    const receipt = readDeliveryReceipt(pdu, receiptIds, new Date());
    if (!receipt) return this.#drop('a delivery receipt cannot be read');
    if (!this.#listener || this.#inHand.size >= MAX_IN_HAND) return Status.receiverTemporaryError;
    try {
      await this.#listener(receipt);
      return Status.ok;
    } catch (error) {
      logger?.warn({ err: error }, 'a delivery receipt was not recorded; the carrier is asked to repeat it');
      return Status.receiverTemporaryError;
    }
  }

  #drop(why: string): number {
    this.settings.logger?.warn({}, why);
    return Status.ok;
  }
}
