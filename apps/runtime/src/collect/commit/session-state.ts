import type { CollectedEvent } from '#libs/sites/traffic';
import { Session } from '#libs/sites/traffic';

/** Silence that ends a session (milliseconds). */
export const SESSION_GAP_MS = 1_800_000;
const MAX_PAGES = 100;

/** A session before and after a batch. */
export interface SessionChange {
  /** Null for one that begins. */
  before: Session | null;
  after: Session;
}

/** Name of the page of an event as sessions have it: its id, for a pixel with the path. */
export const pageKey = ({ pageId, path }: Pick<CollectedEvent, 'pageId' | 'path'>): string =>
  pageId.startsWith('pxl_') ? `${pageId} ${path}` : pageId;

/** Id of the page or pixel of such a name. */
export const pageIdOf = (key: string): string => key.split(' ', 1)[0]!;

export const secondsOf = ({ startedAt, lastAt }: Session): number =>
  Math.max(0, Math.round((lastAt.getTime() - startedAt.getTime()) / 1_000));

export const copyOf = (session: Session): Session => ({
  ...session,
  pages: [...session.pages],
  variants: [...session.variants],
});

/** Adds an event to its session. */
export function addEvent(session: Session, event: CollectedEvent): void {
  const isLast = event.at >= session.lastAt;
  if (isLast) session.lastAt = event.at;
  session.events += 1;
  if (event.kind === 'conversion') session.conversions += 1;
  if (event.kind !== 'view') return;
  const page = pageKey(event);
  session.views += 1;
  // An event may come later than those that followed it.
  if (isLast || session.exit === '') session.exit = page;
  if (session.entry === '') session.entry = page;
  if (!session.pages.includes(page) && session.pages.length < MAX_PAGES) session.pages.push(page);
  const variant = event.variant === null ? null : `${event.pageId} ${event.variant}`;
  if (variant && !session.variants.includes(variant) && session.variants.length < MAX_PAGES)
    session.variants.push(variant);
}

/** A session that an event begins. */
export function newSession(event: CollectedEvent): Session {
  const { tenantId, sessionId: id, at, visitorId, consented, keptDays, session } = event;
  return Object.assign(new Session(), {
    tenantId,
    id,
    startedAt: at,
    keptDays,
    lastAt: at,
    visitorId,
    consented,
    entry: '',
    exit: '',
    ...session,
    views: 0,
    conversions: 0,
    events: 0,
    pages: [],
    variants: [],
  });
}
