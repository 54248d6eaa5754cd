import { type MaskedRegions, maskNode } from './mask-nodes.js';
import { isEditable, maskAttributes, maskText, withoutQuery } from './masked-attributes.js';
import {
  CHANGE,
  EVENT,
  type Fields,
  isObject,
  KEPT_CHANGES,
  listOf,
  objectOf,
  UnreadableRecording,
} from './recorded-events.js';

/** How often additions are looked through for regions that others of them are in. */
const PASSES_MAX = 10;

export interface MaskedEvents {
  events: Fields[];
  /** Times of the first and the last event, by the clock of the visitor (milliseconds). */
  from: number;
  to: number;
  /** Address of the page without its query, if an event tells it. */
  address: string | null;
}

/**
 * Masks again what a recorder may not have masked: what is in fields and in what visitors may edit, values, placeholders and titles of
 * fields, and choices. Drops what can run or can show it in another way. Notes the regions of the page for the events after these.
 * @throws UnreadableRecording
 */
export function maskEvents(given: unknown, regions: MaskedRegions): MaskedEvents {
  if (!Array.isArray(given) || given.length === 0) throw new UnreadableRecording('There are no events');
  const events: Fields[] = [];
  let address: string | null = null;
  let [from, to] = [Infinity, -Infinity];
  for (const one of given) {
    const event = maskEvent(objectOf(one), regions);
    if (!event) continue;
    const time = event['timestamp'] as number;
    [from, to] = [Math.min(from, time), Math.max(to, time)];
    const { href } = event['type'] === EVENT.meta ? (event['data'] as Fields) : {};
    if (typeof href === 'string') address ??= href;
    events.push(event);
  }
  if (events.length === 0) return { events, from: 0, to: 0, address };
  return { events, from, to, address };
}

/** Null for an event that is not kept. */
function maskEvent({ type, data, timestamp }: Fields, regions: MaskedRegions): Fields | null {
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || Math.abs(timestamp) > MOST_MS)
    throw new UnreadableRecording('An event has no time');
  const at = { type, timestamp: Math.round(timestamp) };
  if (type === EVENT.loaded || type === EVENT.load) return { ...at, data: {} };
  if (type === EVENT.meta) return { ...at, data: metaOf(objectOf(data)) };
  if (type === EVENT.snapshot) return { ...at, data: maskSnapshot(objectOf(data), regions) };
  if (type !== EVENT.change) return null;
  const change = maskChange(objectOf(data), regions);
  return change && { ...at, data: change };
}

/** The largest time of a `Date`. */
const MOST_MS = 8.64e15;

function metaOf({ href, width, height }: Fields): Fields {
  return { href: typeof href === 'string' ? withoutQuery(href) : '', width: numberOf(width), height: numberOf(height) };
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function maskSnapshot({ node, initialOffset }: Fields, regions: MaskedRegions): Fields {
  regions.begin();
  maskNode(node, regions, false);
  const { top, left } = isObject(initialOffset) ? initialOffset : {};
  return { node, initialOffset: { top: numberOf(top), left: numberOf(left) } };
}

function maskChange(change: Fields, regions: MaskedRegions): Fields | null {
  const { source } = change;
  if (!KEPT_CHANGES.has(source)) return null;
  if (source === CHANGE.input) return { source, id: change['id'], text: maskText(change['text']), isChecked: false };
  return source === CHANGE.mutation ? maskMutation(change, regions) : change;
}

function maskMutation(change: Fields, regions: MaskedRegions): Fields {
  const { source, isAttachIframe } = change;
  const adds = listOf(change['adds']);
  const attributes = listOf(change['attributes']);
  for (const { id, attributes: changed } of attributes) {
    // The nodes that are in it already are not known here.
    if (isEditable(objectOf(changed))) {
      regions.add(id);
      regions.isUnknown = true;
    }
  }
  maskAdditions(adds, regions);
  return {
    source,
    adds,
    removes: listOf(change['removes']),
    texts: listOf(change['texts']).map(({ id, value }) => ({ id, value: regions.has(id) ? maskText(value) : value })),
    attributes: attributes.map(({ id, attributes: changed }) => ({
      id,
      attributes: maskAttributes('', objectOf(changed), regions.has(id)),
    })),
    ...(isAttachIframe === undefined ? {} : { isAttachIframe }),
  };
}

/** A node may be added before the one that it is in. */
function maskAdditions(adds: readonly Fields[], regions: MaskedRegions): void {
  for (let pass = 1; ; pass += 1) {
    const before = regions.ids.size;
    for (const { parentId, node } of adds) maskNode(node, regions, regions.has(parentId));
    if (regions.ids.size === before) return;
    if (pass === PASSES_MAX) regions.isUnknown = true;
    if (pass > PASSES_MAX) return;
  }
}
