import { expect, it } from 'vitest';
import { toUrl, utmOf } from './collected-events.js';

it('takes the campaign of an address, trimmed', () => {
  expect(utmOf(toUrl('https://a.test/?utm_source=%20news%20&utm_medium=email&utm_content=b'))).toEqual([
    'news',
    'email',
    '',
    '',
    'b',
  ]);
  expect(utmOf(toUrl('no address'))).toEqual(['', '', '', '', '']);
});

it('takes no character that a database cannot store, or that parts the keys of totals', () => {
  const [source, , campaign] = utmOf(toUrl('https://a.test/?utm_source=ne%00ws&utm_campaign=a%01b%0A'));
  expect([source, campaign]).toEqual(['news', 'ab']);
});
