import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { readDeliverSm, type DeliverSm } from './deliver-sm.js';
import { isDeliveryReceipt, readDeliveryReceipt } from './delivery-receipt.js';
import { FrameReader, SmppProtocolError } from './frames.js';
import { otherNotations, receiptedId, submittedId } from './message-id.js';

const AT = new Date('2026-11-21T12:00:00Z');

function saying(text: string, changes: Partial<DeliverSm> = {}): DeliverSm {
  return {
    sourceTon: 0,
    source: '',
    destinationTon: 0,
    destination: '',
    dataCoding: 0,
    esmClass: 4,
    text: Buffer.from(text),
    options: new Map(),
    ...changes,
  };
}

describe('readDeliveryReceipt', () => {
  it.each([
    [
      'id:1 sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:x',
      '1',
      'delivered',
    ],
    [
      'id:1 sub:001 dlvrd:000 submit date:261121120000 done date:261121120100 stat:UNDELIV err:1B text:',
      '1',
      'undelivered',
    ],
    ['id:abc-9 submit date:2611211200 done date:2611211201 stat:REJECTD err:034', 'abc-9', 'failed'],
    ['ID:"77" STAT:"expired" ERR:"9"', '77', 'undelivered'],
    ['stat: DELETED id: 5', '5', 'failed'],
    ['id:1 stat:ACCEPTD', '1', 'sent'],
    ['id:1 stat:ENROUTE', '1', 'sent'],
    ['id:1 stat:UNKNOWN', '1', 'undelivered'],
    ['id:1 stat:DELIVRD text:id:2 stat:UNDELIV', '1', 'delivered'],
  ])('of %s', (text, carrierId, status) => {
    expect(readDeliveryReceipt(saying(text), 'auto', AT)).toMatchObject({ carrierId, status, at: AT });
  });

  it.each([
    ['id:1 stat:UNDELIV err:034', 'UNDELIV, error 034'],
    ['id:1 stat:UNDELIV err:000', 'UNDELIV'],
    ['id:1 stat:EXPIRED', 'EXPIRED'],
    ['id:1 stat:DELIVRD err:000', undefined],
  ])('has the reason: %s', (text, reason) => {
    expect(readDeliveryReceipt(saying(text), 'auto', AT)?.reason).toBe(reason);
  });

  it.each([
    [1, '12025550143', '+12025550143'],
    [0, '+12025550143', '+12025550143'],
    [0, '2025550143', undefined],
    [5, 'Acme', undefined],
  ])('has the recipient if it is certain (%i, %s)', (sourceTon, source, recipient) => {
    expect(readDeliveryReceipt(saying('id:1 stat:DELIVRD', { sourceTon, source }), 'auto', AT)?.recipient).toBe(
      recipient,
    );
  });

  it('never throws, for any bytes', () => {
    const options = fc
      .array(fc.tuple(fc.constantFrom(0x1e, 0x427, 0x423), fc.uint8Array({ maxLength: 6 })))
      .map((all) => new Map(all.map(([tag, octets]) => [tag, Buffer.from(octets)])));
    const texts = fc.oneof(fc.string(), fc.constantFrom('id:', 'stat:', 'id:1 stat:__proto__', 'id:1 stat:toString'));
    fc.assert(
      fc.property(texts, options, (text, given) => {
        const pdu = saying(text, { options: given });
        isDeliveryReceipt(pdu);
        const receipt = readDeliveryReceipt(pdu, 'auto', AT);
        if (receipt) expect(['sent', 'delivered', 'undelivered', 'failed']).toContain(receipt.status);
      }),
    );
  });
});

describe('isDeliveryReceipt', () => {
  it.each([
    ['a receipt', 0x04, true],
    ['a receipt with other bits', 0x44, true],
    ['an intermediate notification', 0x20, true],
    ['a message from a telephone', 0x00, false],
    ['a long one', 0x40, false],
    ['an acknowledgement by its user', 0x10, false],
  ])('of %s', (_, esmClass, is) => expect(isDeliveryReceipt(saying('', { esmClass }))).toBe(is));

  it('of a receipt that only its optional parameters show', () => {
    expect(isDeliveryReceipt(saying('', { esmClass: 0, options: new Map([[0x1e, Buffer.from('1')]]) }))).toBe(true);
  });
});

describe('readDeliverSm', () => {
  const latin1 = fc
    .array(fc.integer({ min: 1, max: 0x7e }), { maxLength: 20 })
    .map((codes) => String.fromCodePoint(...codes));

  it('reads what the package writes', () => {
    fc.assert(
      fc.property(
        latin1,
        fc.uint8Array({ maxLength: 254 }),
        fc.integer({ min: 0, max: 255 }),
        (source, octets, esmClass) => {
          const text = Buffer.from(octets);
          const fields = { source_addr: source, source_addr_ton: 1, esm_class: esmClass, short_message: text };
          const to = { destination_addr: '12025550100', dest_addr_ton: 1, data_coding: 8 };
          const frame = new smpp.PDU('deliver_sm', { ...fields, ...to, receipted_message_id: 'id-1' }).toBuffer();
          const options = new Map([[0x1e, Buffer.from('id-1\0')]]);
          const known = { destinationTon: 1, destination: '12025550100', dataCoding: 8 };
          expect(readDeliverSm(frame)).toEqual({ sourceTon: 1, source, ...known, esmClass, text, options });
        },
      ),
    );
  });

  it('rejects every truncated PDU, and never reads past its end', () => {
    const frame = new smpp.PDU('deliver_sm', {
      source_addr: '12025550143',
      short_message: Buffer.from('hello'),
    }).toBuffer();
    for (let length = 16; length < frame.length; length++) {
      expect(() => readDeliverSm(frame.subarray(0, length))).toThrow(RangeError);
    }
  });

  it('accepts padding after the last parameter', () => {
    const frame = new smpp.PDU('deliver_sm', { short_message: Buffer.from('x') }).toBuffer();
    expect(readDeliverSm(Buffer.concat([frame, Buffer.alloc(3)])).text.toString()).toBe('x');
  });
});

describe('FrameReader', () => {
  it('finds the same PDUs for any chunks of the stream', () => {
    const pdus = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pdus, fc.array(fc.integer({ min: 1, max: 20 })), (bodies, cuts) => {
        const frames = bodies.map((body) => {
          const frame = Buffer.concat([Buffer.alloc(16), body]);
          frame.writeUInt32BE(frame.length);
          return frame;
        });
        const reader = new FrameReader();
        let stream = Buffer.concat(frames);
        const found: Buffer[] = [];
        for (const cut of [...cuts, Infinity]) {
          found.push(...reader.push(stream.subarray(0, cut)));
          stream = stream.subarray(cut);
        }
        expect(found.map((frame) => frame.toString('hex'))).toEqual(frames.map((frame) => frame.toString('hex')));
      }),
    );
  });

  it.each([0, 4, 15, 70_001, 0xffff_ffff])('rejects a length of %i', (length) => {
    const octets = Buffer.alloc(16);
    octets.writeUInt32BE(length);
    expect(() => [...new FrameReader().push(octets)]).toThrow(SmppProtocolError);
  });
});

describe('ids of messages', () => {
  const numbers = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });

  it('are found again in the other base, padded or not, in capitals or not', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        const decimal = value.toString(10);
        const hexadecimal = value.toString(16);
        for (const form of [hexadecimal, hexadecimal.toUpperCase(), hexadecimal.padStart(8, '0')]) {
          expect([decimal, ...otherNotations(decimal)]).toContain(form);
          expect([form, ...otherNotations(form)]).toContain(decimal);
          expect(submittedId(form, 'decimal')).toBe(receiptedId(decimal, 'decimal'));
          expect(receiptedId(form, 'hexadecimal')).toBe(submittedId(decimal.padStart(10, '0'), 'hexadecimal'));
        }
        expect(otherNotations(decimal)).not.toContain(decimal);
        expect(otherNotations(decimal).length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it('that are names have one notation', () => {
    expect(otherNotations('b7a3c2e4-1c5f-4e0e-9d5e-aaaaaaaaaaaa')).toEqual([]);
    expect(receiptedId('msg-7', 'decimal')).toBe('msg-7');
  });
});
