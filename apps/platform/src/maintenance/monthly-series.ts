import type { MonthSeries } from '#libs/core/persistence';

/** Messages of each channel have ids of their own, and so partitions of their own. */
const MESSAGE_SERIES = [
  { table: 'message', name: 'message', ids: 'msg' },
  { table: 'message', name: 'message_sms', ids: 'sms' },
  { table: 'message', name: 'message_psh', ids: 'psh' },
  { table: 'message_content', name: 'message_content', ids: 'msg' },
  { table: 'message_content', name: 'message_content_sms', ids: 'sms' },
  { table: 'message_content', name: 'message_content_psh', ids: 'psh' },
  { table: 'message_tag', name: 'message_tag', ids: 'msg' },
  { table: 'message_tag', name: 'message_tag_sms', ids: 'sms' },
  { table: 'message_tag', name: 'message_tag_psh', ids: 'psh' },
] as const satisfies readonly MonthSeries[];

/** The tables that are kept by months. */
export const MONTHLY_SERIES = [
  ...MESSAGE_SERIES,
  { table: 'message_attachment', name: 'message_attachment', ids: 'msg' },
  { table: 'message_event', name: 'message_event', ids: 'evt' },
  { table: 'message_feedback', name: 'message_feedback', ids: 'msg' },
  { table: 'webhook_delivery', name: 'webhook_delivery', ids: 'whd', fillFactor: 50 },
  { table: 'webhook_attempt', name: 'webhook_attempt', ids: 'whd' },
] as const satisfies readonly MonthSeries[];

export type SeriesName = (typeof MONTHLY_SERIES)[number]['name'];
