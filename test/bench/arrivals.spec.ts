import { describe, expect, it } from 'vitest';
import { assertArrivedOnce } from '../../bench/beside/arrivals.js';

const one = { to: 'ana@shop.test', messageId: '1@sender.example' };
const other = { to: 'bia@shop.test', messageId: '2@sender.example' };

describe('what the benches accepted', () => {
  it('has arrived once each, in any order', () => {
    expect(() => assertArrivedOnce('ours', [one, other], [other, one])).not.toThrow();
  });

  it.each([
    ['is missing', [other], '1 missing (1@sender.example to ana@shop.test)'],
    ['is there twice', [one, other, one], '1 there twice (1@sender.example to ana@shop.test)'],
    ['was not accepted', [one, other, { ...one, messageId: '3@x' }], '1 strange (3@x to ana@shop.test)'],
    [
      'is in the wrong mailbox',
      [{ ...one, to: other.to }, other],
      '1 missing (1@sender.example to ana@shop.test); 1 strange (1@sender.example to bia@shop.test)',
    ],
  ])('is refused if one %s', (_, arrived, fault) => {
    expect(() => assertArrivedOnce('ours', [one, other], arrived)).toThrow(`ours accepted 2 messages: ${fault}`);
  });
});
