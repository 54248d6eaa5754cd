/** A row of an import. */
export interface ContactRow {
  Email: string;
  Phone: string;
  Name: string;
  Attributes: Record<string, string>;
}

/**
 * The rows of the n-th import of a series: the first half are contacts of the import before, with changes; the second
 * half are new.
 */
export function importRows(n: number, count: number): ContactRow[] {
  const first = Math.floor((n * count) / 2);
  return Array.from({ length: count }, (_, at) => contactRow(first + at, n));
}

function contactRow(person: number, version: number): ContactRow {
  return {
    Email: `Customer.${person}@example.test`,
    Phone: `+1555${String(person).padStart(9, '0')}`,
    Name: `Customer ${person}`,
    Attributes: { city: `City ${person % 500}`, plan: person % 3 ? 'basic' : 'plus', import: String(version) },
  };
}
