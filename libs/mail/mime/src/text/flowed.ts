/** Joins the lines of a paragraph that its program broke (RFC 3676, 4). */
export function unflowed(text: string, deletesSpace: boolean): string {
  const lines: string[] = [];
  /** How deep the line is quoted that goes on; undefined if it ends. */
  let open: number | undefined;
  let paragraph: string[] = [];
  const end = () => {
    if (paragraph.length > 0) lines.push(paragraph.join(''));
    [paragraph, open] = [[], undefined];
  };
  for (const line of text.split(/\r?\n/)) {
    const depth = depthOf(line);
    // A blank before text keeps it from looking like a quote, or like "From " of a mailbox file.
    const words = line.slice(depth).replace(/^ /, '');
    const isSignature = words === '-- ';
    if (open !== depth || isSignature) end();
    const goesOn = words.endsWith(' ') && !isSignature;
    if (paragraph.length === 0 && depth > 0) paragraph.push(`${'>'.repeat(depth)} `);
    paragraph.push(goesOn && deletesSpace ? words.slice(0, -1) : words);
    if (goesOn) open = depth;
    else end();
  }
  end();
  return lines.join('\n');
}

function depthOf(line: string): number {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  return depth;
}
