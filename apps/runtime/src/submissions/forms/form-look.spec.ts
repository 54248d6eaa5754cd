import { describe, expect, it } from 'vitest';
import { type BrandKit, contrast } from '#libs/sites/sites';
import { lookOf } from './form-look.js';

const KIT: BrandKit = {
  tenantId: 'acc_0000000000000001',
  name: 'Clareira',
  logoId: null,
  primaryColor: '#0d5c4d',
  onPrimaryColor: '#ffffff',
  textColor: '#222222',
  backgroundColor: '#ffffff',
  surfaceColor: '#f5f5f5',
  headingFont: 'inter',
  textFont: 'inter',
  radius: 6,
  updatedAt: new Date(),
};

/** The last value of each custom property, which is the one that counts. */
const colorsOf = (kit: BrandKit): Record<string, string> =>
  Object.fromEntries(
    [...lookOf(kit).style.css.matchAll(/--(\w+):(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  );

describe('the pages of a form', () => {
  it('have the colours and the name of the brand, and a policy that allows their style', () => {
    const look = lookOf(KIT);
    expect(colorsOf(KIT)).toMatchObject({ accent: '#0d5c4d', on: '#ffffff', card: '#ffffff', ground: '#f5f5f5' });
    expect(look.name).toBe('Clareira');
    expect(look.policy).toContain(look.style.source);
  });

  it.each([
    ['pale', { primaryColor: '#ffe14d', textColor: '#dddddd' }],
    ['dark', { backgroundColor: '#10131a', surfaceColor: '#0a0c10', textColor: '#333333' }],
  ])('can be read in a %s brand', (_, changes) => {
    const { ink, soft, card, link, accent, on, wrong, line } = colorsOf({ ...KIT, ...changes }) as Record<
      string,
      string
    >;
    for (const text of [ink, soft, link, wrong]) expect(contrast(text!, card!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(on!, accent!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(line!, card!)).toBeGreaterThanOrEqual(3);
  });

  it('are plain without a brand', () => {
    expect(lookOf(null)).toMatchObject({ name: '' });
    expect(lookOf(null).style.css).toContain('prefers-color-scheme:dark');
  });
});
