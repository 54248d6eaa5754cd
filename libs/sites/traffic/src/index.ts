/** Traffic of published sites: time windows of its reports. */

export {
  InvalidWindow,
  PART_MS,
  TrafficWindow,
  type WindowBucket,
  type WindowLimits,
} from './windows/traffic-window.js';
