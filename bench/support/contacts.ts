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

function contactRow(contact: number, version: number): ContactRow {
  return {
    Email: `Customer.${contact}@example.test`,
    Phone: `+1555${String(contact).padStart(9, '0')}`,
    Name: `Customer ${contact}`,
    Attributes: { city: `City ${contact % 500}`, plan: contact % 3 ? 'basic' : 'plus', import: String(version) },
  };
}
