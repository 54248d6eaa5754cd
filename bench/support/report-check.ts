import type { EventCount } from './message-history.js';

type Totals = Record<string, number>;

/** Compares what the reports of a period say with a count of the rows; returns how many figures were compared. */
export async function compareReports(base: string, token: string, period: string, rows: readonly EventCount[]) {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${base}/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { Totals, ByChannel } = await read<{ Totals: Totals; ByChannel: Record<string, Totals> }>(`overview?${period}`);
  const { Points } = await read<{ Points: (Totals & { At: string })[] }>(`timeseries?${period}`);
  const { Templates } = await read<{ Templates: { TemplateId: string; Totals: Totals }[] }>(
    `top-templates?${period}&limit=100`,
  );
  const comparison = new Comparison();
  comparison.compare(
    { all: Totals },
    totalsBy(rows, () => 'all'),
  );
  comparison.compare(
    ByChannel,
    totalsBy(rows, ({ channel }) => channel),
  );
  comparison.compare(
    Object.fromEntries(Points.map(({ At, ...totals }) => [At, totals])),
    totalsBy(rows, ({ start }) => start.toISOString()),
  );
  comparison.compare(
    Object.fromEntries(Templates.map((template) => [template.TemplateId, template.Totals])),
    totalsBy(rows, ({ templateId }) => templateId ?? undefined),
  );
  return comparison.figures;
}

class Comparison {
  figures = 0;

  /** Every figure that either side has, where zero and nothing are the same. */
  compare(reported: Record<string, Totals>, counted: Record<string, Totals>): void {
    for (const key of new Set([...Object.keys(reported), ...Object.keys(counted)])) {
      for (const event of new Set([...Object.keys(reported[key] ?? {}), ...Object.keys(counted[key] ?? {})])) {
        const [said, is] = [reported[key]?.[event] ?? 0, counted[key]?.[event] ?? 0];
        if (said !== is) throw new Error(`${event} of ${key}: the report says ${said}, the rows ${is}`);
        this.figures += 1;
      }
    }
  }
}

function totalsBy(rows: readonly EventCount[], keyOf: (row: EventCount) => string | undefined): Record<string, Totals> {
  const groups: Record<string, Totals> = {};
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const totals = (groups[key] ??= {});
    const name = row.event[0]!.toUpperCase() + row.event.slice(1);
    totals[name] = (totals[name] ?? 0) + row.count;
  }
  return groups;
}
