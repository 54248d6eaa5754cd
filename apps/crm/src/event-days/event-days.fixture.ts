import type { CrmStack } from '../../../../test/support/crm-stack.js';

/** Lists the counts of a contact, as `name day number`. @param except a name that is left out */
export async function daysOf(stack: CrmStack, contactId: string, except = ''): Promise<string[]> {
  const rows = await stack.sql<{ name: string; day: string; n: number }>(
    `select name, day::text, n from contact_event_day where contact_id = $1 and name <> $2 order by name, day`,
    [contactId, except],
  );
  return rows.map(({ name, day, n }) => `${name} ${day} ${n}`);
}
