export interface ImportRow {
  /** In the text, from one. */
  line: number;
  email?: string;
  name?: string;
  phone?: string;
}

type Part = 'email' | 'name' | 'phone';

/** Names of columns in the files of others. */
const HEADINGS: Readonly<Record<string, Part>> = {
  'e-mail': 'email',
  email: 'email',
  correo: 'email',
  mail: 'email',
  name: 'name',
  nome: 'name',
  nombre: 'name',
  celular: 'phone',
  phone: 'phone',
  telefone: 'phone',
  teléfono: 'phone',
};

/**
 * Reads contacts from a CSV file or from pasted text: lines with commas, semicolons or the tabs of a spreadsheet. Columns are those that the
 * first line names, or else whatever looks like an e-mail and a phone. A line without either is left out.
 */
export function rowsOf(text: string): ImportRow[] {
  const lines = linesOf(text);
  const named = lines[0]?.cells.map((cell) => HEADINGS[cell.toLowerCase()]) ?? [];
  const read = named.includes('email') || named.includes('phone') ? (cells: string[]) => byName(cells, named) : byLook;
  return lines.flatMap(({ line, cells }) => {
    const { email, phone, name } = read(cells);
    return isEmail(email) || isPhone(phone) ? [{ line, email, phone, name }] : [];
  });
}

const isEmail = (cell: string | undefined): boolean => /^\S+@\S+$/.test(cell ?? '');
const isPhone = (cell: string | undefined): boolean => /^\+?[\d\s()-]{8,}$/.test(cell ?? '');

/** Reads the columns that the heading names; a line that does not keep to it, and a part that it does not name, by its look. */
function byName(cells: readonly string[], named: readonly (Part | undefined)[]): Omit<ImportRow, 'line'> {
  const seen = byLook(cells);
  const of = (part: Part) => (named.includes(part) ? cells[named.indexOf(part)] || undefined : seen[part]);
  const { email, phone } = { email: of('email'), phone: of('phone') };
  return isEmail(email) || isPhone(phone) ? { email, phone, name: of('name') } : seen;
}

function byLook(cells: readonly string[]): Omit<ImportRow, 'line'> {
  const email = cells.find(isEmail);
  const phone = cells.find(isPhone);
  const name = cells.find((cell) => cell && cell !== email && cell !== phone);
  return { email, phone, name };
}

/** Splits a text into lines and cells. A cell in quotes may hold what separates cells; two quotes in it are one. */
function linesOf(text: string): { line: number; cells: string[] }[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((row, index) => ({
      line: index + 1,
      cells: [...row.matchAll(/(?:^|[\t;,])\s*(?:"((?:[^"]|"")*)"|([^\t;,]*))/g)].map(([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
      ),
    }));
}

/** The rows in parts that one call takes. */
export function batchesOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) => rows.slice(part * size, (part + 1) * size));
}
