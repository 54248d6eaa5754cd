/**
 * Returns `count` of the values, chosen by a name: the same ones for the same name, and over many names all of them. A suite
 * that tries hostile values at every place takes as long as places times values; most places are read by the same code.
 * With `EVERY_VALUE=1` it returns all.
 */
export function inTurn<T>(values: readonly T[], count: number, name: string): T[] {
  if (process.env['EVERY_VALUE'] || values.length <= count) return [...values];
  const start = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_003, 7);
  return Array.from({ length: count }, (_, n) => values[(start + n) % values.length]!);
}
