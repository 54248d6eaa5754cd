import { describe, expect, it } from 'vitest';
import { parseSender } from './sender.js';

describe('the sender of a text', () => {
  it('is a number in E.164', () => {
    expect(parseSender('+5511912345678')).toEqual({ value: '+5511912345678', kind: 'number' });
  });

  it.each(['Acme', 'A1', 'ACME-Shop 2', '4Sale', 'Tom & Co'])('is the name %j', (name) => {
    expect(parseSender(name)).toEqual({ value: name, kind: 'alphanumeric' });
  });

  it.each(['', '12345', 'TwelveLetter', '-Acme', 'Acme ', ' Acme', 'Açaí', 'Acme!', '+12'])('is not %j', (text) => {
    expect(parseSender(text)).toBeUndefined();
  });
});
