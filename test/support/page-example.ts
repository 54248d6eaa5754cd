/** A file that a page tells its reader to write: whole, or lines that are put into it. */
export type Change = { file: string; text: string } | { file: string; insertions: Insertion[] };

interface Insertion {
  /** The lines of the file after which the new ones come. */
  after: string[];
  lines: string[];
}

/** The blocks of a page below the name of a file: "`path`:" alone on a line. A `diff` has what comes after which lines. */
export function changesIn(page: string): Change[] {
  return [...page.matchAll(/^`([\w./-]+)`:\n\n```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', language = '', text = '']) =>
      language === 'diff' ? { file, insertions: insertionsIn(file, text) } : { file, text },
  );
}

/** @throws Error for a line that removes something, or a part that does not say after which line it comes */
function insertionsIn(file: string, diff: string): Insertion[] {
  return diff.split(/^@@\n/m).map((part) => {
    const [, before = '', added = ''] = /^((?: .*\n)+)((?:\+.*\n)+)$/.exec(part) ?? [];
    if (!added) throw new Error(`${file}: a part of a diff is lines that are there, then lines to add; not ${part}`);
    return { after: linesOf(before), lines: linesOf(added) };
  });
}

/** The lines of a part of a diff, without the sign that each begins with. */
const linesOf = (part: string): string[] =>
  part
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(1));

/** @throws Error if the file has not exactly one place after which the lines are to come */
export function applyInsertions(file: string, text: string, insertions: readonly Insertion[]): string {
  const lines = text.split('\n');
  for (const { after, lines: added } of insertions) {
    const places = [...lines.keys()].filter((place) => after.every((line, n) => lines[place + n] === line));
    if (places.length !== 1) throw new Error(`${file} has ${places.length} places with the lines: ${after.join('\n')}`);
    lines.splice(places[0]! + after.length, 0, ...added);
  }
  return lines.join('\n');
}
