import { expect, it } from 'vitest';
import { sendKeys } from './send-key.ts';

it('a send has one key until it was sent or its content changes', () => {
  let made = 0;
  const keys = sendKeys(() => `key-${++made}`);
  expect([keys.of({ to: 'ana' }), keys.of({ to: 'ana' })]).toEqual(['key-1', 'key-1']);
  expect(keys.of({ to: 'bia' })).toBe('key-2');
  keys.sent();
  expect(keys.of({ to: 'bia' })).toBe('key-3');
});

it('keys are long enough not to meet', () => {
  const keys = [sendKeys().of(1), sendKeys().of(1)];
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^web-[0-9a-f]{32}$/);
});
