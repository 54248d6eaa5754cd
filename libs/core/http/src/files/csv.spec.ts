import { expect, it } from 'vitest';
import { csvCell } from './csv.js';

it.each<[Parameters<typeof csvCell>[0], string]>([
  ['Ana', 'Ana'],
  ['Prado, Ana', '"Prado, Ana"'],
  ['diz "oi"', '"diz ""oi"""'],
  ['a\nb', '"a\nb"'],
  ['=1+1', `"'=1+1"`],
  ['+cmd|/c calc', `"'+cmd|/c calc"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['+5511987654321', '+5511987654321'],
  [-2.5, '-2.5'],
  [true, 'true'],
  [['a', 'b'], 'a; b'],
  [null, ''],
])('%j stands in a CSV as %j', (value, text) => {
  expect(csvCell(value)).toBe(text);
});
