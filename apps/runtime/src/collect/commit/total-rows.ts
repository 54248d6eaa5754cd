import type { CubeDay, Measures, Session, TotalDay, TotalHour } from '#libs/sites/traffic';
import { ALL_PAGES, PART_MS, QUALITY, SESSION_DIMENSIONS, type CollectedEvent } from '#libs/sites/traffic';
import { pageIdOf, pageKey, secondsOf } from './session-state.js';

const SEPARATOR = '\u0001';

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
/** Start of the quarter of an hour, of which totals by time are. */
export const partOf = (date: Date): Date => new Date(Math.floor(date.getTime() / PART_MS) * PART_MS);

type Amounts = Partial<Measures>;

/** Attributes of sessions by which events are counted. */
const PROPERTIES = [...Object.values(SESSION_DIMENSIONS), 'bot'] as const;

const NOTHING: Readonly<Measures> = { views: 0, sessions: 0, visitors: 0, conversions: 0, bounces: 0, seconds: 0 };
const NAMES = Object.keys(NOTHING) as (keyof Measures)[];

/** Rows of totals, each once, with what is to be added to it. */
export class TotalRows {
  private readonly hours = new Map<string, TotalHour>();
  private readonly days = new Map<string, TotalDay>();
  private readonly cubes = new Map<string, CubeDay>();

  get changedHours(): TotalHour[] {
    return changed(this.hours);
  }

  get changedDays(): TotalDay[] {
    return changed(this.days);
  }

  get changedCubes(): CubeDay[] {
    return changed(this.cubes);
  }

  /** Adds views and conversions. Those by where sessions end are in the sessions. */
  addEvents(events: readonly CollectedEvent[]): void {
    for (const { event, count } of alike(events)) this.addAlike(event, count);
  }

  private addAlike(event: CollectedEvent, count: number): void {
    const { tenantId, at, pageId, session, kind } = event;
    const amounts = kind === 'view' ? { views: count } : { conversions: count };
    const day = dayOf(at);
    if (session.bot !== null) {
      this.day(tenantId, day, ALL_PAGES, QUALITY, session.bot, amounts);
      return;
    }
    this.day(tenantId, day, ALL_PAGES, QUALITY, 'human', amounts);
    for (const page of pageId === ALL_PAGES ? [ALL_PAGES] : [ALL_PAGES, pageId]) {
      this.hour(tenantId, partOf(at), page, amounts);
      for (const [dimension, property] of Object.entries(SESSION_DIMENSIONS))
        this.day(tenantId, day, page, dimension, session[property], amounts);
      if (pageId !== ALL_PAGES) this.day(tenantId, day, page, 'page', pageKey(event), amounts);
      if (event.variant !== null) this.day(tenantId, day, page, 'variant', event.variant, amounts);
      this.cube(tenantId, day, page, session, amounts);
    }
  }

  /**
   * Adds the sessions of one visitor and day, or takes them away. A visitor counts in each row with the first session that is in it.
   * @param sign 1 or -1
   */
  addSessions(sessions: readonly Session[], sign: 1 | -1): void {
    const seen = new Set<string>();
    for (const session of sessions) this.addSession(session, sign, seen);
  }

  /** Adds how much longer a session became whose pages and ends are the same as before. Its visitor counts already. */
  addGrowth(before: Session, after: Session): void {
    const bounces = bouncesOf(after) - bouncesOf(before);
    const seconds = secondsOf(after) - secondsOf(before);
    const ends = { views: after.views - before.views, conversions: after.conversions - before.conversions };
    if (bounces || seconds || ends.views || ends.conversions) this.addToAll(after, () => ({ bounces, seconds }), ends);
  }

  private addSession(session: Session, sign: 1 | -1, seen: Set<string>): void {
    const day = dayOf(session.startedAt);
    const base: Amounts = {
      sessions: sign,
      bounces: sign * bouncesOf(session),
      seconds: sign * secondsOf(session),
    };
    const amountsFor = (place: string): Amounts => {
      const key = join(day, place);
      if (session.visitorId === null || seen.has(key)) return base;
      seen.add(key);
      return { ...base, visitors: sign };
    };
    const ends = { views: sign * session.views, conversions: sign * session.conversions };
    this.addToAll(session, amountsFor, ends);
  }

  /**
   * Adds to each row that a session is in.
   * @param amountsFor what to add to a place, which has a name of its own
   * @param ends more for the pages where the session begins and ends
   */
  private addToAll(session: Session, amountsFor: (place: string) => Amounts, ends: Amounts): void {
    const { tenantId, startedAt, bot } = session;
    const day = dayOf(startedAt);
    const add = (page: string, dimension: string, value: string, more?: Amounts) =>
      this.day(tenantId, day, page, dimension, value, { ...amountsFor(join(dimension, page, value)), ...more });
    add(ALL_PAGES, QUALITY, bot ?? 'human');
    if (bot !== null) return;
    const pages = [ALL_PAGES, ...new Set(session.pages.map(pageIdOf))];
    for (const page of pages) {
      this.hour(tenantId, partOf(startedAt), page, amountsFor(page), session.consented);
      for (const [dimension, property] of Object.entries(SESSION_DIMENSIONS)) add(page, dimension, session[property]);
      if (session.entry !== '') add(page, 'entry', session.entry, page === ALL_PAGES ? ends : {});
      if (session.exit !== '') add(page, 'exit', session.exit, page === ALL_PAGES ? ends : {});
      this.cube(tenantId, day, page, session, amountsFor(join('cube', page, ...tupleOf(session))));
    }
    for (const key of session.pages) for (const page of [ALL_PAGES, pageIdOf(key)]) add(page, 'page', key);
    const variants = session.variants.map((key) => key.split(' ', 2) as [page: string, variant: string]);
    // Two pages may have a version of the same number: all pages have it once.
    for (const variant of new Set(variants.map(([, name]) => name))) add(ALL_PAGES, 'variant', variant);
    for (const [page, variant] of variants) add(page, 'variant', variant);
  }

  private hour(tenantId: Session['tenantId'], hour: Date, pageId: string, amounts: Amounts, isConsented = false): void {
    const key = join(tenantId, String(hour.getTime()), pageId);
    let row = this.hours.get(key);
    if (!row) this.hours.set(key, (row = { tenantId, hour, pageId, ...NOTHING, consented: 0 }));
    addTo(row, amounts);
    if (isConsented) row.consented += amounts.visitors ?? 0;
  }

  private day(
    tenantId: Session['tenantId'],
    day: string,
    pageId: string,
    dimension: string,
    value: string,
    amounts: Amounts,
  ): void {
    const key = join(tenantId, day, pageId, dimension, value);
    let row = this.days.get(key);
    if (!row) this.days.set(key, (row = { tenantId, day, pageId, dimension, value, ...NOTHING }));
    addTo(row, amounts);
  }

  private cube(
    tenantId: Session['tenantId'],
    day: string,
    pageId: string,
    session: Pick<Session, 'utmSource' | 'utmMedium' | 'utmCampaign' | 'country' | 'device'>,
    amounts: Amounts,
  ): void {
    const { utmSource, utmMedium, utmCampaign, country, device } = session;
    const key = join(tenantId, day, pageId, ...tupleOf(session));
    let row = this.cubes.get(key);
    if (!row)
      this.cubes.set(
        key,
        (row = { tenantId, day, pageId, utmSource, utmMedium, utmCampaign, country, device, ...NOTHING }),
      );
    addTo(row, amounts);
  }
}

/** Groups views and conversions that count in the same rows: each counts in about fifty, and most of a batch are alike. */
function alike(events: readonly CollectedEvent[]): Iterable<{ event: CollectedEvent; count: number }> {
  const found = new Map<string, { event: CollectedEvent; count: number }>();
  for (const event of events) {
    const { tenantId, kind, at, variant, session } = event;
    if (kind !== 'view' && kind !== 'conversion') continue;
    const values = PROPERTIES.map((property) => session[property] ?? '');
    const key = join(tenantId, kind, String(partOf(at).getTime()), pageKey(event), String(variant), ...values);
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { event, count: 1 });
  }
  return found.values();
}

const join = (...parts: string[]): string => parts.join(SEPARATOR);

const tupleOf = (session: Pick<Session, 'utmSource' | 'utmMedium' | 'utmCampaign' | 'country' | 'device'>) => [
  session.utmSource,
  session.utmMedium,
  session.utmCampaign,
  session.country,
  session.device,
];

const bouncesOf = ({ views, events }: Session): number => (views === 1 && events === 1 ? 1 : 0);

/** Adds amounts to a row. */
export function addTo(row: Measures, amounts: Amounts): void {
  for (const name of NAMES) row[name] += amounts[name] ?? 0;
}

const changed = <T extends Measures>(rows: ReadonlyMap<string, T>): T[] =>
  [...rows.values()].filter((row) => NAMES.some((name) => row[name] !== 0));
