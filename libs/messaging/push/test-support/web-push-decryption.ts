import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

/** A browser's side of Web Push: its keys and the decryption of messages (RFC 8188, RFC 8291). */
export class TestBrowser {
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #point = this.#pair.generateKeys();

  /** The result of `JSON.stringify(subscription)` in the browser. */
  subscription(endpoint: string): string {
    const keys = { p256dh: this.#point.toString('base64url'), auth: this.#auth.toString('base64url') };
    return JSON.stringify({ endpoint, expirationTime: null, keys });
  }

  decrypt(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES);
    const keyLength = body.readUInt8(SALT_BYTES + 4);
    const senderPoint = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + keyLength);
    const record = body.subarray(SALT_BYTES + 5 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#point, senderPoint]);
    const secret = hkdf(this.#pair.computeSecret(senderPoint), this.#auth, info, 32);
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    if (plain.at(-1) !== LAST_RECORD) throw new Error('The record does not end as the last one does');
    return plain.subarray(0, -1).toString('utf8');
  }
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
