import { expect, it } from 'vitest';
import { isReservedSlug } from '#libs/sites/sites';
import { SLUG, slugOf, SLUG_MAX, withSuffix } from './slugs.js';

it.each([
  ['Promoção de Verão!', 'promocao-de-verao'],
  ['  50% off -- só hoje ', '50-off-so-hoje'],
  ['東京', 'pagina'],
  ['ﬁnal', 'final'],
])('the slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it.each(['Healthz', 'Docs', 'r', 'f', 'Metrics', 'collect'])('a title %j hides no route of the runtime', (title) => {
  const slug = slugOf(title);
  expect(isReservedSlug(slug)).toBe(false);
  expect(slug.startsWith(`${title.toLowerCase()}-`)).toBe(true);
});

it.each(['Privacidade', 'Termos de Uso', 'Privacy Policy', 'Aviso legal'])(
  'a title %j is no address of the shared host',
  (title) => {
    expect(slugOf(title)).toMatch(/-[a-z0-9]{5}$/);
  },
);

it('slugs are at most 80 characters long, with a suffix too, and end in a letter or digit', () => {
  const long = slugOf(`${'a'.repeat(73)} bb ${'c'.repeat(40)}`);
  for (const slug of [long, withSuffix(long)]) {
    expect(slug.length).toBeLessThanOrEqual(SLUG_MAX);
    expect(slug).toMatch(SLUG);
  }
  expect(withSuffix(long)).not.toBe(withSuffix(long));
});
