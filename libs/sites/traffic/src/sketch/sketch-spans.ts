import { SKETCH_SPANS, type SketchSpan } from '../tables/visitor-sketch.entity.js';

const DAY_MS = 86_400_000;
/** The first Monday since 1970, in days. */
const FIRST_MONDAY = 4;

/** A span of days that has a sketch. */
export interface SketchPlace {
  span: SketchSpan;
  /** YYYY-MM-DD. */
  starts: string;
}

/** First day of the span with a time (UTC): a week begins on Monday, four weeks at a multiple of 28 days since 1970. */
export const spanStart = (span: SketchSpan, at: Date): string =>
  dateOf(startOf(span, Math.floor(at.getTime() / DAY_MS)));

/** The spans that together are the days from one to before another: at most 19 for 92 days, because they may overlap. */
export function spansOf(firstDay: string, endDay: string): SketchPlace[] {
  const [first, end] = [dayOf(firstDay), dayOf(endDay)];
  const places: SketchPlace[] = [];
  for (let day = first; day < end;) {
    const inside = SKETCH_SPANS.map((span) => ({ span, start: startOf(span, day) })).filter(
      ({ span, start }) => start >= first && start + span <= end,
    );
    const { span, start } = inside.reduce((best, one) => (one.start + one.span > best.start + best.span ? one : best));
    places.push({ span, starts: dateOf(start) });
    day = start + span;
  }
  return places;
}

function startOf(span: SketchSpan, day: number): number {
  const offset = span === 7 ? FIRST_MONDAY : 0;
  return day - ((((day - offset) % span) + span) % span);
}

const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
