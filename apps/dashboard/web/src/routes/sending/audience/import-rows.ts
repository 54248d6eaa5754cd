export interface ImportRow {
  /** In the text, from one. */
  line: number;
  email?: string;
  name?: string;
  phone?: string;
}

/**
 * Reads contacts from pasted text: lines with commas, semicolons or the tabs of a spreadsheet, in any order of columns.
 * A line without an e-mail or a phone, such as a heading, is left out.
 */
export function rowsOf(text: string): ImportRow[] {
  return text.split('\n').flatMap((row, index) => {
    const cells = row.split(/[\t;,]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
    const email = cells.find((cell) => /^\S+@\S+$/.test(cell));
    const phone = cells.find((cell) => /^\+?[\d\s()-]{8,}$/.test(cell));
    const name = cells.find((cell) => cell && cell !== email && cell !== phone);
    return (email ?? phone) ? [{ line: index + 1, email, phone, name }] : [];
  });
}
