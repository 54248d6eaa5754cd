import { describe, expect, it } from 'vitest';
import { KeyRing } from './key-ring.js';
import { SecretBox } from './secret-box.js';

const older = KeyRing.generate('k1');
const newer = KeyRing.generate('k2');
const box = new SecretBox(KeyRing.fromConfig(older));

describe('a MAC', () => {
  it('is verified whole and cut, but not when it is cut too short or grown', () => {
    const mac = box.mac('link', 'a', 'b');
    expect(mac).toHaveLength(32);
    expect(box.verifyMac('link', mac, 'a', 'b')).toBe(true);
    expect(box.verifyMac('link', mac.subarray(0, 10), 'a', 'b')).toBe(true);
    expect(box.verifyMac('link', mac.subarray(0, 9), 'a', 'b')).toBe(false);
    expect(box.verifyMac('link', Buffer.alloc(0), 'a', 'b')).toBe(false);
    expect(box.verifyMac('link', Buffer.concat([mac, Buffer.of(0)]), 'a', 'b')).toBe(false);
  });

  it('belongs to its parts, their borders and its purpose', () => {
    const mac = box.mac('link', 'a', 'bc');
    expect(box.verifyMac('link', mac, 'ab', 'c')).toBe(false);
    expect(box.verifyMac('link', mac, 'abc')).toBe(false);
    expect(box.verifyMac('path', mac, 'a', 'bc')).toBe(false);
    mac[0]! ^= 1;
    expect(box.verifyMac('link', mac, 'a', 'bc')).toBe(false);
  });

  it('made under an older key is verified as long as that key is configured', () => {
    const mac = box.mac('link', 'a');
    expect(new SecretBox(KeyRing.fromConfig(`${newer},${older}`)).verifyMac('link', mac, 'a')).toBe(true);
    expect(new SecretBox(KeyRing.fromConfig(newer)).verifyMac('link', mac, 'a')).toBe(false);
  });
});
