import type { LineEvent } from './collected-line.js';
import { EVENT_KINDS, type EventKind } from '#libs/sites/traffic';
import type { KnownPixel } from '../../sites/pixels.js';
import type { CollectRequest, SentEvent } from './collect.dto.js';

/** Clocks of clients: an event is at most a day old, and at most five minutes ahead. */
const OLDEST_MS = 86_400_000;
const AHEAD_MS = 300_000;
const MAX_PATH = 1_024;
const MAX_UTM = 255;
/** An address may have any by an escape: a database stores no NUL, and totals part their keys by another. */
const CONTROL = /\p{Cc}/gu;
/** Nobody clicks sooner after a page has opened (milliseconds). */
const SOONEST_CLICK_MS = 40;

const KINDS = Object.fromEntries(Object.entries(EVENT_KINDS).map(([kind, word]) => [word, kind])) as Record<
  string,
  EventKind
>;

/** Parses an address that a client sent; null for what is none. */
export const toUrl = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

/** Path of an address, without its query: that may name people. */
export const pathOf = (url: URL | null): string => url?.pathname.slice(0, MAX_PATH) ?? '/';

export function utmOf(
  url: URL | null,
): [source: string, medium: string, campaign: string, term: string, content: string] {
  const query = url?.searchParams;
  const valueOf = (name: string) => (query?.get(`utm_${name}`) ?? '').replaceAll(CONTROL, '').trim().slice(0, MAX_UTM);
  return [valueOf('source'), valueOf('medium'), valueOf('campaign'), valueOf('term'), valueOf('content')];
}

/** Host that led here; empty if it is that of the page itself. */
export function referrerOf(referrer: string | undefined, url: URL | null): string {
  const from = toUrl(referrer);
  if (!from?.protocol.startsWith('http') || from.host === url?.host) return '';
  return from.host.slice(0, MAX_UTM);
}

/** Primary subtag of a language tag; empty for what is none. */
export const languageOf = (tag: string | undefined): string =>
  /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? '';

/** Whether the events came sooner than a person could do them. */
export const areImpossiblyQuick = (events: readonly SentEvent[]): boolean =>
  events.some(
    ({ tipo, desde }) =>
      (tipo === EVENT_KINDS.click || tipo === EVENT_KINDS.form_submit) &&
      desde !== undefined &&
      desde < SOONEST_CLICK_MS,
  );

/** The events as the journal has them, and the conversions of a pixel that they are. */
export function toLineEvents(
  { eventos, url }: Pick<CollectRequest, 'eventos'> & { url: URL | null },
  pixel: KnownPixel | undefined,
  now: number,
): LineEvent[] {
  const ownPath = pathOf(url);
  return eventos.flatMap((sent) => {
    const event = toLineEvent(sent, sent.url === undefined ? ownPath : pathOf(toUrl(sent.url)), now);
    const conversions = (pixel?.conversions ?? []).filter((one) => isConversion(one, event));
    if (conversions.length === 0) return event;
    return [
      event,
      ...conversions.map(({ name }): LineEvent => ({
        k: 'conversion',
        t: event.t,
        path: event.path,
        name,
        ...(event.value !== undefined && { value: event.value }),
      })),
    ];
  });
}

function toLineEvent(sent: SentEvent, path: string, now: number): LineEvent {
  const age = Math.min(Math.max(sent.ha ?? 0, -AHEAD_MS), OLDEST_MS);
  return {
    k: KINDS[sent.tipo]!,
    t: now - age,
    path,
    ...(sent.x !== undefined && { x: Math.min(99, Math.floor(sent.x)) }),
    ...(sent.y !== undefined && { y: Math.min(99, Math.floor(sent.y)) }),
    ...(sent.profundidade !== undefined && { depth: Math.round(sent.profundidade) }),
    ...(sent.nome !== undefined && { name: sent.nome }),
    ...(sent.valor !== undefined && { value: sent.valor }),
    ...(sent.campo !== undefined && {
      extra: { field: sent.campo, ...(sent.ultimo !== undefined && { last: sent.ultimo }) },
    }),
  };
}

function isConversion({ kind, value }: KnownPixel['conversions'][number], event: LineEvent): boolean {
  if (kind === 'evento') return event.k === 'custom' && event.name === value;
  if (kind === 'formulario') return event.k === 'form_submit' && event.name === value;
  if (event.k !== 'view') return false;
  return value.endsWith('*') ? event.path.startsWith(value.slice(0, -1)) : event.path === value;
}
