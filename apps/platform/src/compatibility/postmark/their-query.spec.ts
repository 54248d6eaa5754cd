import { describe, expect, it } from 'vitest';
import { TheirQuery } from './their-query.js';

describe('a query of Postmark', () => {
  it('has its names in any case, and nothing where a value is empty', () => {
    const query = new TheirQuery({ fromEmail: 'ana@example.test', tag: '', metadata_Shop: 'a', METADATA_order: '1' });
    expect([query.text('fromemail'), query.text('tag')]).toEqual(['ana@example.test', undefined]);
    expect(query.textsOf('metadata_')).toEqual({ Shop: 'a', order: '1' });
  });

  it.each([
    [{ fromdate: '2026-02-08', todate: '2026-2-8' }, '2026-02-08T00:00:00.000Z', '2026-02-09T00:00:00.000Z'],
    [
      { fromdate: '2026-02-08T10:00:00', todate: '2026-02-08 11:30' },
      '2026-02-08T10:00:00.000Z',
      '2026-02-08T11:30:00.000Z',
    ],
    [{ todate: '2026-02-08T10:00:00-05:00' }, undefined, '2026-02-08T15:00:00.000Z'],
  ])('takes a day as a whole one: %o', (given, from, to) => {
    expect(new TheirQuery(given).period()).toEqual({ from, to });
  });

  it.each(['2026-2-30', 'today', '2026-02-08T25:00'])('refuses what is no time: %s', (fromdate) => {
    expect(() => new TheirQuery({ fromdate }).period()).toThrow('fromdate');
  });

  it('takes parts of up to 500 rows among the first 10,000', () => {
    expect(new TheirQuery({}).window()).toEqual({ count: 500, offset: 0 });
    expect(new TheirQuery({ count: '100', offset: '9900' }).window()).toEqual({ count: 100, offset: 9_900 });
    for (const given of [{ count: '501' }, { count: '-1' }, { count: '1e2' }, { count: '100', offset: '9901' }])
      expect(() => new TheirQuery(given).window()).toThrow('must be a number up to');
  });
});
