/** A field of a header section, as it came. */
export interface HeaderLines {
  /** In lower case. */
  name: string;
  /** The lines of the field with their ends, in latin1: bytes that are no text stay what they are. */
  lines: string;
}

/**
 * The fields of a header section in latin1, without the empty line that ends it: each with the lines that continue it, the last one
 * ended by CRLF. Null if a line belongs to no field.
 */
export function splitHeader(section: string): HeaderLines[] | null {
  const fields: HeaderLines[] = [];
  for (const line of section.split(/(?<=\r\n)/)) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) last.lines += line;
    else {
      const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1];
      if (name === undefined) return null;
      fields.push({ name: name.toLowerCase(), lines: line.endsWith('\r\n') ? line : `${line}\r\n` });
    }
  }
  return fields;
}

/** The value of a field on one line, in latin1. */
export const unfolded = (lines: string): string =>
  lines
    .slice(lines.indexOf(':') + 1)
    .replaceAll(/\r\n/g, '')
    .trim();
