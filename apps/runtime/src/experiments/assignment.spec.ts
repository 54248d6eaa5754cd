import { describe, expect, it } from 'vitest';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { findRule, languageOf, deviceOf } from './route-conditions.js';
import { isOutsideTests, variantAt, visitorsOf } from './visitor.js';

const secrets = new SecretBox(KeyRing.fromConfig(`k1:${Buffer.alloc(32, 7).toString('base64')}`));
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const seen = (ip: string, agent = CHROME, headers = {}) => ({ ip, headers: { 'user-agent': agent, ...headers } });
const visitor = (experiment: string, ip: string, agent?: string) =>
  visitorsOf(secrets, experiment, seen(ip, agent))[0]!;

/** Addresses of different networks. */
const addressOf = (n: number) => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.9`;

describe('a visitor of an experiment', () => {
  it('is the same from one network and browser, and another one otherwise', () => {
    const first = visitor('exp_1', '203.0.113.7');
    expect(visitor('exp_1', '203.0.113.250')).toEqual(first);
    expect(visitor('exp_1', '::ffff:203.0.113.9')).toEqual(first);
    for (const [experiment, ip, agent] of [
      ['exp_2', '203.0.113.7', CHROME],
      ['exp_1', '203.0.114.7', CHROME],
      ['exp_1', '203.0.113.7', PHONE],
    ] as const)
      expect(visitor(experiment, ip, agent).id).not.toBe(first.id);
    expect(visitor('exp_1', '2001:db8:1:2::1')).toEqual(visitor('exp_1', '2001:db8:1:ffff::9'));
    expect(visitor('exp_1', '2001:db8:2::1')).not.toEqual(visitor('exp_1', '2001:db8:1::1'));
    expect(visitorsOf(secrets, 'exp_1', seen('nowhere'))).toEqual([]);
  });

  it('who agreed to an id is known by it from everywhere, and still by network and browser', () => {
    const cookie = '_pv=2f1c7c1e-9a1d-4b57-8d0f-6a2e4f1b7c90';
    const [byId, byNetwork] = visitorsOf(secrets, 'exp_1', seen('203.0.113.7', CHROME, { cookie }));
    expect(byNetwork).toEqual(visitor('exp_1', '203.0.113.7'));
    expect(visitorsOf(secrets, 'exp_1', seen('198.51.100.1', PHONE, { cookie }))[0]).toEqual(byId);
    expect(visitorsOf(secrets, 'exp_1', seen('203.0.113.7', CHROME, { cookie: '_pv=x' }))).toEqual([byNetwork]);
  });

  it('is spread evenly, and independently of other experiments', () => {
    const count = 20_000;
    const tenths = new Array<number>(10).fill(0);
    let both = 0;
    for (let n = 0; n < count; n += 1) {
      const [one, other] = [visitor('exp_1', addressOf(n)).point, visitor('exp_2', addressOf(n)).point];
      tenths[Math.floor(one * 10)]! += 1;
      if (one < 0.5 && other < 0.5) both += 1;
    }
    const square = tenths.reduce((sum, found) => sum + (found - count / 10) ** 2 / (count / 10), 0);
    // The 0.999 quantile with nine degrees of freedom.
    expect(square).toBeLessThan(27.9);
    expect(Math.abs(both / count - 0.25)).toBeLessThan(0.012);
  });

  it('that is a program, or asks not to be followed, is outside', () => {
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    for (const outside of [
      seen('203.0.113.7', googlebot),
      seen('203.0.113.7', 'curl/8.5.0'),
      seen('203.0.113.7', ''),
      seen('203.0.113.7', CHROME, { 'sec-gpc': '1' }),
      seen('203.0.113.7', CHROME, { dnt: '1' }),
    ])
      expect(isOutsideTests(outside)).toBe(true);
    for (const inside of [seen('203.0.113.7'), seen('203.0.113.7', PHONE), seen('203.0.113.7', CHROME, { dnt: '0' })])
      expect(isOutsideTests(inside)).toBe(false);
  });
});

describe('a point of the line', () => {
  const variants = (...weights: number[]) => weights.map((weight, index) => ({ id: index, weight }));

  it('is of the variant whose share it is in', () => {
    expect([0, 0.299, 0.3, 0.999].map((point) => variantAt(variants(30, 70), point)?.id)).toEqual([0, 0, 1, 1]);
    expect([0, 0.5].map((point) => variantAt(variants(0, 10), point)?.id)).toEqual([1, 1]);
    expect([0, 0.5, 0.99].map((point) => variantAt(variants(10, 0), point)?.id)).toEqual([0, 0, 0]);
    expect(variantAt(variants(0, 0), 0.7)?.id).toBe(0);
    expect(variantAt([], 0.7)).toBeUndefined();
  });

  it('keeps its variant if that one alone gets more weight', () => {
    for (let point = 0; point < 0.5; point += 0.01) expect(variantAt(variants(60, 40), point)?.id).toBe(0);
  });
});

describe('a rule of routing', () => {
  const facts = {
    query: new URLSearchParams('utm_source=Google&utm_medium=cpc'),
    device: null,
    country: null,
    language: null,
  };
  const rule = (when: object, version = 2) => ({ when, version });

  it('holds if all of its conditions do; the first that holds decides', () => {
    expect(findRule([rule({ utm_source: ['google'] }), rule({ utm_medium: ['cpc'] }, 3)], facts)?.version).toBe(2);
    expect(
      findRule([rule({ utm_source: ['google'], utm_medium: ['email'] }), rule({ utm_medium: ['cpc'] }, 3)], facts)
        ?.version,
    ).toBe(3);
    expect(
      findRule([rule({ utm_term: ['x'] }), rule({ country: ['BR'] }), rule({ device: ['mobile'] })], facts),
    ).toBeUndefined();
    const person = { ...facts, device: 'mobile', country: 'BR', language: 'pt-br' } as const;
    for (const when of [
      { country: ['PT', 'BR'] },
      { device: ['mobile'] },
      { language: ['pt'] },
      { language: ['pt-br'] },
    ])
      expect(findRule([rule(when)], person)).toBeDefined();
    expect(findRule([rule({ language: ['pt-pt'] })], person)).toBeUndefined();
  });

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-br'],
    ['en;q=0.5, pt;q=0.8', 'pt'],
    ['*', null],
    ['pt;q=0', null],
    ['', null],
    ['xx"; drop', null],
  ])('reads %s', (header, language) => {
    expect(languageOf({ 'accept-language': header })).toBe(language);
  });

  it('knows phones, tablets and desktops', () => {
    const tablet =
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';
    expect([CHROME, PHONE, tablet, 'x'].map((agent) => deviceOf({ 'user-agent': agent }))).toEqual([
      'desktop',
      'mobile',
      'tablet',
      null,
    ]);
    expect(deviceOf({})).toBeNull();
  });
});
