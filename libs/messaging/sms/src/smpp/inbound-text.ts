import { Buffer } from 'node:buffer';

import type { InboundText } from '../transport.js';
import type { DeliverSm } from './deliver-sm.js';

/** SMPP 3.4 section 5.2.12: the text begins with a user data header. */
const UDHI = 0x40;
/** Section 5.2.19. */
const UCS2 = 0x08;
/** Section 5.2.5. */
const INTERNATIONAL = 1;

/** A text from a telephone. SMPP gives it no id. Letters beyond ASCII are right in UCS-2 and Latin-1 alone. */
export function readInboundText(pdu: DeliverSm): InboundText {
  return {
    from: address(pdu.sourceTon, pdu.source),
    to: address(pdu.destinationTon, pdu.destination),
    body: bodyOf(pdu),
  };
}

/** Many service centres give telephones no type of number, and write them as international ones without the plus. */
function address(ton: number, text: string): string {
  return ton === INTERNATIONAL || /^[1-9]\d{7,14}$/.test(text) ? `+${text.replace(/^\+/, '')}` : text;
}

function bodyOf({ esmClass, dataCoding, text }: DeliverSm): string {
  const content = esmClass & UDHI && text.length > 0 ? text.subarray(text.readUInt8(0) + 1) : text;
  if (dataCoding !== UCS2) return content.toString('latin1');
  return Buffer.from(content.subarray(0, content.length & ~1))
    .swap16()
    .toString('utf16le');
}
