import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTagList } from './tag-list.js';

const whitespace = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,4}$/);
const value = fc.stringMatching(/^[!-:<-~]{0,20}$/);

describe('parseTagList', () => {
  it('reads what RFC 6376 shows', () => {
    const tags = parseTagList('v=DKIM1; k=rsa; t = s ;\r\n p=MIG fMA=\t;');
    expect([...(tags ?? [])]).toEqual([
      ['v', 'DKIM1'],
      ['k', 'rsa'],
      ['t', 's'],
      ['p', 'MIG fMA='],
    ]);
  });

  it.each(['v=DKIM1; v=DKIM1', 'v=DKIM1; rsa', '=x', '1a=x', 'v=DKIM1;;p=x', 'é=x'])('refuses %j', (text) => {
    expect(parseTagList(text)).toBeNull();
  });

  it('finds every tag, in order, with any whitespace around it', () => {
    const tags = fc.uniqueArray(fc.tuple(name, value, whitespace, whitespace, whitespace), {
      selector: ([tag]) => tag,
      minLength: 1,
    });
    fc.assert(
      fc.property(tags, fc.boolean(), (given, closed) => {
        const text = given.map(([tag, content, a, b, c]) => `${a}${tag}${b}=${c}${content}${a}`).join(';');
        const parsed = parseTagList(closed ? `${text}; ` : text);
        expect([...(parsed ?? [])]).toEqual(given.map(([tag, content]) => [tag, content]));
      }),
    );
  });

  it('answers tags or null to any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const tags = parseTagList(text);
        expect(tags === null || tags instanceof Map).toBe(true);
      }),
    );
  });
});
