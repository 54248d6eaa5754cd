interface Clicked {
  events: readonly { type: string; detail: Readonly<Record<string, unknown>> | null }[];
}

export interface ClickedLink {
  link: string;
  clicks: number;
  /** Messages in which somebody clicked it. */
  people: number;
}

/** Sums the clicks of messages up by link, the most clicked first. */
export function clicksIn(messages: readonly Clicked[]): ClickedLink[] {
  const sums = new Map<string, ClickedLink>();
  for (const { events } of messages) {
    const seen = new Set<string>();
    for (const { type, detail } of events) {
      const link = detail?.['Link'] ?? detail?.['Url'];
      if (type !== 'clicked' || typeof link !== 'string') continue;
      const sum = sums.get(link) ?? { link, clicks: 0, people: 0 };
      sums.set(link, { link, clicks: sum.clicks + 1, people: sum.people + (seen.has(link) ? 0 : 1) });
      seen.add(link);
    }
  }
  return [...sums.values()].toSorted((one, other) => other.clicks - one.clicks);
}
