import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { KeyRing } from './key-ring.js';
import { SecretBox } from './secret-box.js';

const K1 = KeyRing.generate('k1');
const box = new SecretBox(KeyRing.fromConfig(K1));

describe('cursors', () => {
  it('open to the JSON that was sealed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const plain: unknown = JSON.parse(JSON.stringify(data));
        expect(box.openCursor('contacts', box.sealCursor('contacts', data))).toEqual(plain);
      }),
    );
  });

  it('are safe in a URL and show nothing of the data', () => {
    const cursor = box.sealCursor('contacts', { id: 'cnt_0123456789abcdef' });
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(cursor, 'base64url').includes('cnt_')).toBe(false);
  });

  it('open as null when any one bit is flipped', () => {
    const bytes = Buffer.from(box.sealCursor('contacts', { id: 1 }), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(box.openCursor('contacts', altered.toString('base64url'))).toBeNull();
    }
  });

  it('open as null for another list, when cut, and for any other text', () => {
    const cursor = box.sealCursor('contacts', { id: 1 });
    expect(box.openCursor('companies', cursor)).toBeNull();
    for (let length = 0; length < cursor.length; length++) {
      expect(box.openCursor('contacts', cursor.slice(0, length))).toBeNull();
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => box.openCursor('contacts', text) === null),
    );
  });

  it('outlive a rotation while the older key is configured', () => {
    const cursor = box.sealCursor('contacts', [1]);
    const k2 = KeyRing.generate('k2');
    expect(new SecretBox(KeyRing.fromConfig(`${k2},${K1}`)).openCursor('contacts', cursor)).toEqual([1]);
    expect(new SecretBox(KeyRing.fromConfig(k2)).openCursor('contacts', cursor)).toBeNull();
  });

  it('throw for values that JSON cannot represent', () => {
    expect(() => box.sealCursor('contacts', undefined)).toThrow(TypeError);
  });
});
