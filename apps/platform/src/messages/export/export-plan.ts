import { invalidField } from '#libs/core/http';
import { firstIdAt, idAt, isId, positionOf, timeOfId } from '#libs/core/persistence';
import { CHANNEL_PREFIX, CHANNELS, type Channel } from '../../channel.js';
import type { ExportPosition } from './export-cursors.js';
import type { ExportRange } from './message-export.sql.js';

/** A message has its id before it is committed, by less than this; and clocks of processes differ by less. */
const SETTLED_MS = 60_000;

export interface ExportPlan {
  /** Ranges of ids to read, in this order. */
  ranges: { channel: Channel; range: ExportRange }[];
  /** Start of the next export, if the whole file was read. */
  next: ExportPosition;
}

/** The channel whose message an id is of; undefined for what is no id of a message. */
export const channelOfId = (id: string): Channel | undefined =>
  CHANNELS.find((channel) => isId(CHANNEL_PREFIX[channel], id));

/** An export of channels from a position on. No message that is committed late is between it and the next. */
export function planFrom(channels: readonly Channel[], position: ExportPosition, now: Date): ExportPlan {
  const next = { ...position };
  const ranges = channels.map((channel) => {
    const prefix = CHANNEL_PREFIX[channel];
    const from = position[channel] ?? `${prefix}_`;
    const settled = firstIdAt(prefix, new Date(now.getTime() - SETTLED_MS));
    next[channel] = from > settled ? from : settled;
    return { channel, range: { from, before: firstIdAt(prefix, new Date(now.getTime() + SETTLED_MS)) } };
  });
  return { ranges, next };
}

/**
 * The rest of an export without a position whose file broke off behind a message. The channels before that message's are in the
 * file, as they were when it began, which was at most {@link SETTLED_MS} before the message was accepted.
 * @throws Problem InvalidParameter for a message of another channel
 */
export function planAfter(channels: readonly Channel[], id: string, now: Date): ExportPlan {
  const channel = channelOfId(id);
  if (!channel || !channels.includes(channel))
    throw invalidField('InvalidParameter', 'after', 'must be a message of the channels that are exported');
  const broken = channels.indexOf(channel);
  const position = { [channel]: idAt(CHANNEL_PREFIX[channel], positionOf(id) + 1) };
  const { ranges, next } = planFrom(channels.slice(broken), position, now);
  const began = new Date(timeOfId(id).getTime() - SETTLED_MS);
  return { ranges, next: { ...next, ...planFrom(channels.slice(0, broken), {}, began).next } };
}
