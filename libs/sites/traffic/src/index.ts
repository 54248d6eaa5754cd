/** Traffic of published pages and of pixels: what the runtime counts, and Pages shows. */

export {
  BOT_REASONS,
  DEVICES,
  EVENT_KINDS,
  type BotReason,
  type CollectedEvent,
  type Device,
  type EventKind,
  type EventKindWord,
  type SessionAttributes,
} from './collected-event.js';
export { consentedVisitorId } from './consented-visitor.js';
export {
  ALL_PAGES,
  type Dimension,
  DIMENSIONS,
  OTHERS,
  QUALITY,
  SESSION_DIMENSIONS,
  VALUES_A_DAY,
} from './dimensions.js';
export { TRAFFIC_ENTITIES } from './entities.js';
export { EventStore, type ListedEvent, type NewestAsked, type SessionAsked } from './event-store/event-store.js';
export { ClickHouseEvents } from './event-store/click-house-events.js';
export { EventStoreModule } from './event-store/event-store.module.js';
export { migrateClickHouse } from './event-store/migrate-click-house.js';
export { DistinctCount } from './sketch/distinct-count.js';
export { type SketchPlace, spansOf, spanStart } from './sketch/sketch-spans.js';
export { type PixelPlace, PixelToken } from './pixel-token.js';
export { Collected } from './tables/collected.entity.js';
export { CubeDay } from './tables/cube-day.entity.js';
export { EventMonth } from './tables/event-month.entity.js';
export { Event } from './tables/event.entity.js';
export { FormHour } from './tables/form-hour.entity.js';
export { HeatDay } from './tables/heat-day.entity.js';
export { Measures } from './tables/measures.js';
export { CONVERSION_KINDS, type ConversionKind, PixelConversion } from './tables/pixel-conversion.entity.js';
export { PixelDomain } from './tables/pixel-domain.entity.js';
export { Pixel } from './tables/pixel.entity.js';
export { ScrollDay } from './tables/scroll-day.entity.js';
export { Session } from './tables/session.entity.js';
export { TotalDay } from './tables/total-day.entity.js';
export { TotalHour } from './tables/total-hour.entity.js';
export { VisitorLead } from './tables/visitor-lead.entity.js';
export { VisitorSalt } from './tables/visitor-salt.entity.js';
export { SKETCH_SPANS, type SketchSpan, VisitorSketch } from './tables/visitor-sketch.entity.js';
export { type TrafficFold, TrafficFolds, TrafficFoldsModule } from './traffic-folds.js';
export { comingPartitions, partitionNameOf } from './traffic-series.js';
export { KEPT_DAYS, type KeptDays, TOTALS_KEPT_DAYS, TRAFFIC_SERIES, type TrafficSeries } from './traffic-series.js';
export { TRAFFIC_TABLES, trafficTablesSql } from './traffic-tables.js';
export {
  type DayWindow,
  InvalidWindow,
  momentOf,
  PART_MS,
  TrafficWindow,
  type WindowBucket,
  type WindowLimits,
} from './windows/traffic-window.js';
export {
  appendLive,
  LIVE_MS,
  type LiveEntry,
  liveEntryOf,
  type LiveEvent,
  type LiveSession,
  liveStreamOf,
  type ReadEntry,
  readLive,
  readLiveMessage,
  timeOfEntry,
} from './live/live-ring.js';
export { ensureTrafficPartitions } from './ensure-partitions.js';
