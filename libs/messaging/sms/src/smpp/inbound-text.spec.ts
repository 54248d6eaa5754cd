import { describe, expect, it } from 'vitest';
import type { DeliverSm } from './deliver-sm.js';
import { readInboundText } from './inbound-text.js';

const pdu = (values: Partial<DeliverSm>): DeliverSm =>
  ({
    sourceTon: 1,
    source: '5511987654321',
    destinationTon: 1,
    destination: '12025550100',
    esmClass: 0,
    dataCoding: 0,
    text: Buffer.from(''),
    ...values,
  }) as DeliverSm;

describe('a text from a telephone by SMPP', () => {
  it('has its numbers with a plus, and no id', () => {
    expect(readInboundText(pdu({ text: Buffer.from('STOP') }))).toEqual({
      from: '+5511987654321',
      to: '+12025550100',
      body: 'STOP',
    });
    expect(readInboundText(pdu({ sourceTon: 0, source: '5511987654321' })).from).toBe('+5511987654321');
    expect(readInboundText(pdu({ destinationTon: 5, destination: 'MyShop' })).to).toBe('MyShop');
  });

  it.each<[string, number, Buffer, string]>([
    ['the GSM alphabet', 0, Buffer.from('\u0000 \u0002\u0005\u0011\u001c\u001f\n\r!', 'latin1'), '@ $é_ÆÉ\n\r!'],
    ['Latin-1', 3, Buffer.from('Olá, ção', 'latin1'), 'Olá, ção'],
    ['UCS-2', 8, Buffer.from('Olá 📦', 'utf16le').swap16(), 'Olá 📦'],
    ['UCS-2 with half a letter at its end', 8, Buffer.from([0, 0x41, 0]), 'A'],
  ])('is read in %s', (_what, dataCoding, text, body) => {
    expect(readInboundText(pdu({ dataCoding, text })).body).toBe(body);
  });

  it('is read without the header of its part', () => {
    const text = Buffer.from([5, 0, 3, 7, 2, 1, 0x48, 0x69]);
    expect(readInboundText(pdu({ esmClass: 0x40, text })).body).toBe('Hi');
  });
});
