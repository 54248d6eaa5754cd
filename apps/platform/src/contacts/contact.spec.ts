import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailbox } from '#libs/mail/email';
import { emailKey, toContactEmail } from './contact.js';

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('Ana', 'JOSÉ', 'jose\u0301', 'ΟΔΟΣ', '用户', '"john doe"', 'a.b+c', 'İ', 'ß', 'münchen', 'X'),
);
const address = fc.tuple(word, word).map(([local, label]) => `${local}@${label}.test`);
const text = fc.oneof(
  fc.emailAddress(),
  address,
  address.map((one) => `Ana Lima <${one}>`),
  address.map((one) => ` ${one} (home)`),
);

describe('the address of a contact', () => {
  it('is an address that can be sent to, and nothing else', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(toContactEmail(one) === null).toBe(parseMailbox(one) === null);
      }),
    );
  });

  it('can be sent to, stays as it is, and has the key of the address that messages to it have', () => {
    const recipients = fc.tuple(text).map(([one]) => parseMailbox(one)?.address);
    fc.assert(
      fc.property(recipients, (recipient) => {
        fc.pre(recipient !== undefined);
        const kept = toContactEmail(recipient) ?? '';
        expect(parseMailbox(kept)).toMatchObject({ address: kept });
        expect(toContactEmail(kept)).toBe(kept);
        expect(emailKey(kept)).toBe(emailKey(recipient));
      }),
    );
  });

  it('keeps the case of ASCII, and has but one of other letters', () => {
    expect(toContactEmail('Ana.Lima@Example.TEST')).toBe('Ana.Lima@example.test');
    expect(toContactEmail('Ana Lima <JOSE\u0301@MÜNCHEN.test>')).toBe('josé@xn--mnchen-3ya.test');
  });
});
