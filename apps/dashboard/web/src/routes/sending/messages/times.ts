interface Dates {
  from?: string;
  to?: string;
}

/** Filters with times in place of dates: a day begins and ends at the reader's midnight. One that is no date is left out. */
export function withTimes<Filters extends Dates>({ from, to, ...others }: Filters): Omit<Filters, keyof Dates> & Dates {
  const begin = timeOf(from, 0);
  const end = timeOf(to, 1);
  return { ...others, ...(begin && { from: begin }), ...(end && { to: end }) };
}

function timeOf(date: string | undefined, daysAfter: number): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '') ?? [];
  return day && new Date(Number(year), Number(month) - 1, Number(day) + daysAfter).toISOString();
}
