import { describe, expect, it } from 'vitest';
import { splitAddresses } from './split-addresses.js';

describe('a list of addresses in one text', () => {
  it.each([
    ['', []],
    ['ana@example.test', ['ana@example.test']],
    [' a@example.test ,b@example.test,, ', ['a@example.test', 'b@example.test']],
    ['"Doe, Jane" <j@example.test>, b@example.test', ['"Doe, Jane" <j@example.test>', 'b@example.test']],
    ['"A \\", B" <a@example.test>,b@example.test', ['"A \\", B" <a@example.test>', 'b@example.test']],
    ['Ana (Sales, Porto) <a@example.test>, b@example.test', ['Ana (Sales, Porto) <a@example.test>', 'b@example.test']],
    ['"not closed, a@example.test', ['"not closed, a@example.test']],
    ['ends in a backslash\\', ['ends in a backslash\\']],
  ])('%s', (text, addresses) => {
    expect(splitAddresses(text)).toEqual(addresses);
  });
});
