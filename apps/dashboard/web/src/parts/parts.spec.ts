import { describe, expect, it } from 'vitest';
import { addressesOf, pairsOf, variablesIn } from './lists-of-text.ts';
import { moodOf } from './statuses.ts';

describe('lists in a text', () => {
  it('are addresses with commas, semicolons or lines between them', () => {
    expect(addressesOf(' ana@a.test, b@b.test;\n\nc@c.test ')).toEqual(['ana@a.test', 'b@b.test', 'c@c.test']);
  });

  it('are pairs of name and value, or not understood at all', () => {
    expect(pairsOf('order: 10:29\nname = Ana\n')).toEqual({ order: '10:29', name: 'Ana' });
    expect(pairsOf('')).toEqual({});
    expect(pairsOf('only a name')).toBeNull();
  });

  it('are the variables of a template, each once', () => {
    expect(variablesIn('Hi {{ name }}', '<b>{{- name }} {{order_id | upcase}}</b>', null)).toEqual([
      'name',
      'order_id',
    ]);
  });
});

describe('a status', () => {
  it('that the page does not know is calm', () => {
    expect(moodOf('bounced')).toBe('bad');
    expect(moodOf('invented')).toBe('calm');
  });
});
