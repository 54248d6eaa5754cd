import Bowser from 'bowser';
import type { Device } from '../contacts/contact-values.js';

export interface VisitorDevice {
  device: Device;
  os: string | null;
  browser: string | null;
}

/** Longer ones are no browser's, and the parser's expressions are not made for them. */
const LONGEST = 1_024;
const DEVICES: Record<string, Device> = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet', bot: 'bot' };

/** Reads the device, system and browser from a user agent; null without one. */
export function readUserAgent(userAgent: string | null): VisitorDevice | null {
  if (!userAgent) return null;
  const { platform, os, browser } = Bowser.parse(userAgent.slice(0, LONGEST));
  return { device: DEVICES[platform.type ?? ''] ?? 'unknown', os: os.name || null, browser: browser.name || null };
}
