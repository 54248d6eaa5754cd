import { expect, it } from 'vitest';
import { foldText } from './fold-text.js';

it.each([
  ['Conceição  ÁVILA', 'conceicao avila'],
  ['Łukasz Wałęsa', 'lukasz walesa'],
  ['Søren Ødegård', 'soren odegard'],
  ['Weiß', 'weiss'],
  ['Đorđe', 'dorde'],
  ['Işıl İnan', 'isil inan'],
  ['Æsa Þór', 'aesa thor'],
  ["D'Ávila", 'davila'],
  ['D’Ávila', 'davila'],
  ['D´Ávila', 'davila'],
  ['O`Brien', 'obrien'],
])('%s is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
