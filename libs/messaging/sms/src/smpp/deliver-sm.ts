import { Buffer } from 'node:buffer';

import { HEADER_LENGTH } from './frames.js';

/** The used fields of a deliver_sm (SMPP 3.4 section 4.6.1). */
export interface DeliverSm {
  /** TON 1: an international number without plus sign (section 5.2.5). */
  sourceTon: number;
  source: string;
  destinationTon: number;
  destination: string;
  esmClass: number;
  /** Section 5.2.19. */
  dataCoding: number;
  /** The raw text: short_message, else message_payload. */
  text: Buffer;
  /** Optional parameters by their tags (section 5.3.2). */
  options: ReadonlyMap<number, Buffer>;
}

const MESSAGE_PAYLOAD = 0x0424;

/**
 * Parses a deliver_sm. The codec of the package `smpp` is not used: it decodes the text by data_coding, but service
 * centres write receipts in ASCII with any data_coding, and it throws on unusual dates.
 * @throws RangeError for a truncated PDU
 */
export function readDeliverSm(frame: Buffer): DeliverSm {
  const fields = new FieldReader(frame, HEADER_LENGTH);
  fields.cString(); // service_type
  const sourceTon = fields.octet();
  fields.octet(); // source_addr_npi
  const source = fields.cString();
  const destinationTon = fields.octet();
  fields.octet(); // dest_addr_npi
  const destination = fields.cString();
  const esmClass = fields.octet();
  fields.skip(2); // protocol_id, priority_flag
  fields.cString(); // schedule_delivery_time
  fields.cString(); // validity_period
  fields.skip(2); // registered_delivery, replace_if_present_flag
  const dataCoding = fields.octet();
  fields.octet(); // sm_default_msg_id
  const shortMessage = fields.octets(fields.octet());
  const options = readOptions(fields);
  const text = shortMessage.length > 0 ? shortMessage : (options.get(MESSAGE_PAYLOAD) ?? shortMessage);
  return { sourceTon, source, destinationTon, destination, esmClass, dataCoding, text, options };
}

function readOptions(fields: FieldReader): Map<number, Buffer> {
  const options = new Map<number, Buffer>();
  // Fewer octets than a tag and a length are padding, which some service centres add.
  while (fields.left >= 4) {
    const tag = fields.word();
    options.set(tag, fields.octets(fields.word()));
  }
  return options;
}

class FieldReader {
  constructor(
    private readonly frame: Buffer,
    private offset: number,
  ) {}

  get left(): number {
    return this.frame.length - this.offset;
  }

  octet(): number {
    return this.octets(1).readUInt8(0);
  }

  word(): number {
    return this.octets(2).readUInt16BE(0);
  }

  skip(count: number): void {
    this.octets(count);
  }

  octets(count: number): Buffer {
    if (count > this.left) throw new RangeError('the PDU ends too early');
    this.offset += count;
    return this.frame.subarray(this.offset - count, this.offset);
  }

  /** SMPP 3.4 section 3.1: a C-octet string ends with a NUL. */
  cString(): string {
    const end = this.frame.indexOf(0, this.offset);
    if (end < 0) throw new RangeError('the PDU ends too early');
    const text = this.frame.toString('latin1', this.offset, end);
    this.offset = end + 1;
    return text;
  }
}
