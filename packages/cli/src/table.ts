// Control characters of strangers' texts would move the cursor of the terminal.
// oxlint-disable-next-line no-control-regex -- They are what is removed.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text of a stranger, as a terminal may show it. */
export const shown = (value: unknown): string => String(value ?? '').replaceAll(CONTROL, ' ');

/** Lines of columns, each as wide as its longest value. */
export function table<T>(things: readonly T[], columns: Readonly<Record<string, (thing: T) => unknown>>): string {
  const rows = [Object.keys(columns), ...things.map((thing) => Object.values(columns).map((of) => shown(of(thing))))];
  const widths = Object.keys(columns).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
