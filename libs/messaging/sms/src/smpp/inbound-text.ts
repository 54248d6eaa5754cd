import { Buffer } from 'node:buffer';

import type { InboundText } from '../transport.js';
import type { DeliverSm } from './deliver-sm.js';

/** SMPP 3.4 section 5.2.12: the text begins with a user data header. */
const UDHI = 0x40;
/** Section 5.2.19. */
const UCS2 = 0x08;
/** Letters of the GSM alphabet that stand where every other one has control characters, but the line breaks and the escape. */
const GSM_LETTERS = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ';

/** Section 5.2.5. */
const INTERNATIONAL = 1;

/** A text from a telephone. SMPP gives it no id. Letters beyond ASCII are right in UCS-2 and Latin-1, and of the
 * GSM alphabet those that cannot be Latin-1. */
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
  if (dataCoding !== UCS2) return lettersOf(content.toString('latin1'));
  return Buffer.from(content.subarray(0, content.length & ~1))
    .swap16()
    .toString('utf16le');
}

const lettersOf = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are letters there
  text.replaceAll(/[\0-\x1f]/g, (control) => GSM_LETTERS[control.charCodeAt(0)]!);
